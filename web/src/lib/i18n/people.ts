/** Words about accounts, reports and operators, in English and in Japanese. Fetched with the pages that need them. */
import { settings } from '../settings.svelte';
import { fill } from './fill';

const WORDS = {
  // Account
  code: ['Code of the second factor', '二段階認証のコード'],
  forgotten: ['Password forgotten', 'パスワードを忘れた'],
  'send link': ['Send me a link', 'リンクを送る'],
  'link sent': [
    'If the address is known here, a mail is on its way.',
    '登録済みのアドレスであれば、メールを送りました。',
  ],
  email: ['E-mail address', 'メールアドレス'],
  'email note': [
    'Only for a new password, if you forget yours.',
    'パスワードを忘れたときの再設定にのみ使います。',
  ],
  'email sent': [
    'Open the link in the mail to confirm the address.',
    'メールのリンクを開いて確認してください。',
  ],
  'own password': ['Your password', '現在のパスワード'],
  save: ['Save', '保存'],
  remove: ['Remove', '削除'],
  'second factor': ['Second factor', '二段階認証'],
  'factor on': ['A code is asked for when you log in.', 'ログイン時にコードを求めます。'],
  'factor off': [
    'An app on your phone shows a code that you type when you log in.',
    'ログイン時に、スマートフォンのアプリが示すコードを入力します。',
  ],
  'set up': ['Set up', '設定する'],
  'scan it': [
    'Scan this with the app, or type the secret. Then type the code that the app shows.',
    'アプリで読み取るか、秘密鍵を入力し、表示されたコードを入力してください。',
  ],
  secret: ['Secret', '秘密鍵'],
  'qr code': ['QR code of the secret', '秘密鍵のQRコード'],
  confirm: ['Confirm', '確認'],
  'recovery codes': [
    'Keep these codes. Each logs you in once if you lose the app; they are not shown again.',
    'この予備コードを保管してください。アプリを失ったとき、それぞれ一度だけ使えます。二度と表示されません。',
  ],
  'turn off': ['Turn off', '無効にする'],
  'change password': ['Change the password', 'パスワードの変更'],
  'password changed': ['The password is changed.', 'パスワードを変更しました。'],
  'own data': ['Your data', '自分のデータ'],
  export: ['Save a copy of your data', 'データの写しを保存'],
  'delete account': ['Delete the account', 'アカウントを削除'],
  'delete note': [
    'This cannot be undone. Your games stay, without your name.',
    '元に戻せません。対局は名前を消して残ります。',
  ],
  blocked: ['Blocked people', 'ブロックした人'],
  unblock: ['Unblock', 'ブロックを解除'],
  'invitation needed': [
    'New accounts need an invitation by an operator.',
    '新しいアカウントには運営者の招待が必要です。',
  ],
  'operator page': ['Operator’s page', '運営者のページ'],
  // Links
  'new password': ['New password', '新しいパスワード'],
  'password set': [
    'The password is set. Log in with it.',
    'パスワードを設定しました。ログインしてください。',
  ],
  'email confirmed': ['The address is confirmed.', 'アドレスを確認しました。'],
  'confirm email': ['Confirm the e-mail address', 'メールアドレスを確認する'],
  invited: ['You are invited to make an account.', 'アカウントの作成に招待されています。'],
  // Reports and blocks
  'about line': ['{name} said: “{text}”', '{name}さんの発言：「{text}」'],
  'line menu': ['Report or block', '通報・ブロック'],
  'line deleted': ['(removed)', '（削除されました）'],
  report: ['Report', '通報'],
  'report game': ['Report this game', 'この対局を通報'],
  'report text': ['What is wrong?', '何が問題ですか'],
  'report sent': ['The operators have your report.', '運営者に通報しました。'],
  block: ['Block this person', 'この人をブロック'],
  'block note': [
    'No challenges and no messages from this person; a running game goes on.',
    'この人の挑戦と発言が届かなくなります。進行中の対局は続きます。',
  ],
  'blocked now': ['Blocked.', 'ブロックしました。'],
  cancel: ['Cancel', 'やめる'],
  // Operators
  operators: ['Operators', '運営'],
  reports: ['Reports', '通報'],
  people: ['People', '人'],
  games: ['Games', '対局'],
  bans: ['Bans and mutes', '利用停止'],
  invitations: ['Invitations', '招待'],
  log: ['Log', '記録'],
  'no reports': ['No open reports.', '未対応の通報はありません。'],
  'show closed': ['Closed ones as well', '対応済みも表示'],
  close: ['Close', '対応済みにする'],
  person: [
    'Name of an account, or key of a guest (g:…)',
    'アカウント名、またはゲストのキー（g:…）',
  ],
  network: ['Range of addresses', 'アドレスの範囲'],
  reason: ['Reason', '理由'],
  days: ['Days (empty: for good)', '日数（空欄：無期限）'],
  ban: ['Ban', '利用停止'],
  unban: ['Lift the ban', '利用停止を解除'],
  'ban network': ['Ban the range', '範囲を停止'],
  mute: ['Mute', '発言停止'],
  unmute: ['Unmute', '発言停止を解除'],
  kick: ['Close connections', '接続を切る'],
  rename: ['Rename', '改名'],
  'new name': ['New name', '新しい名前'],
  'reset password': ['Link for a new password', 'パスワード再設定リンク'],
  'reset factor': ['Remove the second factor', '二段階認証を解除'],
  'end sessions': ['End all sessions', '全セッションを終了'],
  'end session': ['End', '終了'],
  'show account': ['Show', '表示'],
  sessions: ['Sessions', 'セッション'],
  logins: ['Log-ins', 'ログイン履歴'],
  roles: ['Roles', '役割'],
  none: ['none', 'なし'],
  yes: ['yes', 'あり'],
  'grant arbiter': ['Make arbiter', '審判に任命'],
  'revoke arbiter': ['No longer arbiter', '審判を解任'],
  online: ['Online', '接続中'],
  game: ['Game', '対局'],
  'game id': ['Id of the game', '対局のID'],
  'line number': ['Number of the message', '発言の番号'],
  'close game': ['Call the game off', '対局を中止'],
  'resume game': ['Resume the game', '対局を再開'],
  'delete line': ['Remove the message', '発言を削除'],
  'uses left': ['{count} accounts, until {date}', 'あと{count}人、{date}まで'],
  uses: ['Accounts', '人数'],
  invite: ['Make a link', 'リンクを作る'],
  uninvite: ['Take back', '取り消す'],
  'link once': [
    'Copy it now; it is not shown again:',
    '今コピーしてください。二度と表示されません：',
  ],
  done: ['Done: {what}', '完了：{what}'],
  until: ['until {date}', '{date}まで'],
  'for good': ['for good', '無期限'],
  more: ['Earlier entries', '以前の記録'],
} satisfies Record<string, [string, string]>;

export type PeopleWord = keyof typeof WORDS;

/** A word, with `{names}` filled in. */
export function p(word: PeopleWord, values?: Record<string, string | number>): string {
  const [english, japanese] = WORDS[word];
  return fill(settings.language === 'ja' ? japanese : english, values);
}
