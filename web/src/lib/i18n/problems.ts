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
  'arbiter-busy': both(
    'This arbiter has not answered earlier requests yet.',
    'この審判は前の依頼にまだ答えていません。',
  ),
  'arbiter-declined': both(
    'This arbiter has declined. Ask again tomorrow.',
    'この審判は断りました。明日以降にもう一度お願いしてください。',
  ),
  'arbiter-pending': both(
    'The arbiter has not agreed to this game.',
    '審判がまだ承諾していません。',
  ),
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
  banned: both(
    'An operator has banned you or your network.',
    '運営者により利用が停止されています。',
  ),
  'bad-about': NOT_UNDERSTOOD,
  'bad-email': both('This is not an e-mail address.', 'メールアドレスが正しくありません。'),
  'bad-link': both(
    'This link has expired or was used already.',
    'このリンクは期限切れか、使用済みです。',
  ),
  'bad-network': both(
    'Write a range such as 192.0.2.0/24 or 2001:db8::/48.',
    '192.0.2.0/24 や 2001:db8::/48 のように書いてください。',
  ),
  'bad-reason': both('The reason is too long.', '理由が長すぎます。'),
  'bad-report': both('Write 1 to 1,000 characters.', '1～1000文字で書いてください。'),
  'bad-until': both('The end must be in the future, within a year.', '期限が正しくありません。'),
  'bad-uses': both('1 to 1,000 accounts.', '1～1000人にしてください。'),
  'bad-word': both(
    'This contains a word that is not allowed here.',
    'ここでは使えない言葉が含まれています。',
  ),
  blocked: both('This person does not play with you.', 'この方とは対局できません。'),
  'code-needed': both(
    'This account asks for a code of its second factor.',
    '二段階認証のコードを入力してください。',
  ),
  'game-refused': both('That cannot be done in this game now.', 'この対局では今はできません。'),
  'invitation-needed': both(
    'You need a valid invitation to register here.',
    '登録には有効な招待が必要です。',
  ),
  'local-only': both(
    'That can be done with komadai admin on the server only.',
    'サーバー上の komadai admin でのみ可能です。',
  ),
  muted: both('An operator has taken chat away from you.', '運営者により発言が停止されています。'),
  'no-arbiter': both(
    'This account is not an appointed arbiter.',
    'このアカウントは審判に任命されていません。',
  ),
  'operators-only': both('This page is for operators.', '運営者専用のページです。'),
  'own-network': both(
    'This range contains your own address or the server.',
    'ご自身かサーバーのアドレスが含まれています。',
  ),
  'second-factor-needed': both(
    'Operators need a second factor. Set one up on the account page.',
    '運営者には二段階認証が必要です。アカウントのページで設定してください。',
  ),
  'too-many-blocks': both('You have blocked too many people.', 'ブロックが多すぎます。'),
  'wrong-code': both('The code is wrong, or was used before.', 'コードが違うか、使用済みです。'),
  busy: both('The server is busy. Try again in a moment.', 'サーバーが混み合っています。'),
  'challenge-gone': both('This challenge is no longer there.', 'この対局の募集は終わりました。'),
  'chat-full': both('Enough has been said here.', 'これ以上は書き込めません。'),
  'foreign-origin': both('This page belongs to another server.', '別のサーバーのページです。'),
  'lobby-full': both('There are too many open challenges.', '募集中の対局が多すぎます。'),
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
  'recipient-full': both(
    'This player has too many challenges to answer.',
    'この相手への申し込みが多すぎます。',
  ),
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
  'too-many-from-address': both(
    'There are too many open challenges from your network.',
    'お使いのネットワークからの募集が多すぎます。',
  ),
  'too-many-games': both('Too many games are open in this page.', '開いている対局が多すぎます。'),
  'too-many-requests': both('Too many requests. Wait a little.', '少し待ってからお試しください。'),
  unauthenticated: both('Reload the page to log in.', '再読み込みしてログインしてください。'),
  'weak-password': both('This password is too easy to guess.', 'このパスワードは弱すぎます。'),
  'wrong-credentials': both('Name or password is wrong.', '名前かパスワードが違います。'),
  yourself: both('You cannot challenge yourself.', '自分自身には申し込めません。'),
};
