/** What the server can refuse, by its code: in English and in Japanese. Fetched when something goes wrong. */
import type { Language } from '../settings.svelte';

type Both = Record<Language, string>;

const both = (en: string, ja: string): Both => ({ en, ja });

const NOT_UNDERSTOOD = both(
  'The server did not understand this page. Reload it and try again.',
  'サーバーがこのページの要求を理解できませんでした。再読み込みしてください。',
);
const NO_GAME = both('There is no such game.', 'その対局はありません。');

export const PROBLEMS: Record<string, Both> = {
  offline: both(
    'The server cannot be reached. Please wait a moment.',
    'サーバーにつながりません。少しお待ちください。',
  ),
  'no-server': both('There is no server here.', 'ここにはサーバーがありません。'),
  'account-needed': both('You need an account for that.', 'アカウントが必要です。'),
  'already-done': both('The next game has begun already.', '次の対局がもう始まっています。'),
  'bad-act': NOT_UNDERSTOOD,
  'bad-body': NOT_UNDERSTOOD,
  'bad-format': NOT_UNDERSTOOD,
  'bad-level': NOT_UNDERSTOOD,
  'bad-message': NOT_UNDERSTOOD,
  'bad-path': NOT_UNDERSTOOD,
  'bad-line': both('This message cannot be sent.', 'このメッセージは送れません。'),
  'bad-name': both(
    'A name has 2 to 20 letters, digits, dots or hyphens, a letter first.',
    '名前は文字で始まる2～20文字（文字・数字・.・-・_）にしてください。',
  ),
  'bad-password': both(
    'A password has 12 to 128 characters.',
    'パスワードは12～128文字にしてください。',
  ),
  'bad-terms': both('A game cannot be played on these terms.', 'この条件では対局できません。'),
  busy: both('The server is busy. Try again in a moment.', 'サーバーが混み合っています。'),
  'challenge-gone': both('This challenge is no longer there.', 'この対局の募集は終わりました。'),
  'chat-full': both('Enough has been said here.', 'これ以上は書き込めません。'),
  'foreign-origin': both('This page belongs to another server.', '別のサーバーのページです。'),
  internal: both('The server has made a mistake.', 'サーバーで問題が起きました。'),
  'name-reserved': both('This name is reserved.', 'この名前は使えません。'),
  'name-taken': both('This name is taken.', 'この名前は使われています。'),
  'no-such-account': both('There is no such account.', 'そのアカウントはありません。'),
  'no-such-game': NO_GAME,
  'not-expressible': both(
    'This format cannot hold this game.',
    'この形式ではこの対局を保存できません。',
  ),
  'not-found': both('That is not there.', '見つかりません。'),
  'not-joined': NO_GAME,
  'not-over': both('The game is not over.', '対局が終わっていません。'),
  'not-yours': both('That is not for you to do.', 'ご自身ではできません。'),
  plays: both('A player cannot be the arbiter.', '対局者は審判になれません。'),
  'room-full': both('Too many people are looking on.', '観戦者が多すぎます。'),
  stale: both(
    'The position has changed meanwhile. Please look again.',
    '局面が変わりました。もう一度ご確認ください。',
  ),
  'still-playing': both('You are still playing a game.', '対局中です。'),
  storage: both(
    'The server could not store this. Try again in a moment.',
    'サーバーに保存できませんでした。もう一度お試しください。',
  ),
  'too-many': both('You have too many open challenges.', '募集中の対局が多すぎます。'),
  'too-many-acts': both(
    'That is enough for now. Make your move.',
    '回数が多すぎます。次の手を指してください。',
  ),
  'too-many-claims': both('Too many wrong claims were made.', '誤った指摘が多すぎます。'),
  'too-many-games': both('Too many games are open in this page.', '開いている対局が多すぎます。'),
  'too-many-requests': both('Too many requests. Wait a little.', '少し待ってからお試しください。'),
  unauthenticated: both('Reload the page to log in.', '再読み込みしてログインしてください。'),
  'weak-password': both('This password is too easy to guess.', 'このパスワードは弱すぎます。'),
  'wrong-credentials': both('Name or password is wrong.', '名前かパスワードが違います。'),
  yourself: both('You cannot challenge yourself.', '自分自身には申し込めません。'),
};
