//! E-mail through a relay: confirmation of addresses and password links.
//!
//! What a mail contains is decided in the background, so that the time of a response does not tell whether
//! an address is known.

use crate::app::App;
use crate::config::MailConfig;
use crate::moderation::{PASSWORD_LINK_MS, new_link};
use crate::secret::token_hash;
use crate::server_clock::wall_ms;
use crate::store::{NewToken, StoreError, TokenKind};
use lettre::message::Mailbox;
use lettre::{Message, SmtpTransport, Transport};
use std::time::Duration;
use tokio::sync::mpsc;

/// Mails that wait to be sent; more are dropped.
const QUEUE_CAPACITY: usize = 256;
/// Timeout of each step of sending.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Pauses before a mail is tried again.
const RETRIES: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(30)];
/// Lifetime of a link that confirms an address.
pub(crate) const EMAIL_LINK_MS: i64 = 24 * 3600 * 1000;
/// Maximum length of an address (RFC 5321).
const MAX_ADDRESS_BYTES: usize = 254;

/// Returns whether a text is an e-mail address to which a mail can be sent.
pub(crate) fn is_address(text: &str) -> bool {
    text.len() <= MAX_ADDRESS_BYTES && text.is_ascii() && text.parse::<lettre::Address>().is_ok()
}

/// A mail to send.
#[derive(Debug)]
pub(crate) enum Mail {
    /// A link that confirms an address.
    Confirm {
        /// The address.
        address: String,
        /// The name of the account.
        name: String,
        /// The link.
        link: String,
    },
    /// Password links for every account with this address, if there is one.
    Reset {
        /// The address.
        address: String,
    },
}

/// A handle to the task that sends mails.
#[derive(Clone, Debug)]
pub(crate) struct Mailer {
    queue: mpsc::Sender<Mail>,
}

impl Mailer {
    /// A queue, and its other end for [`run`].
    pub(crate) fn new() -> (Mailer, mpsc::Receiver<Mail>) {
        let (queue, mails) = mpsc::channel(QUEUE_CAPACITY);
        (Mailer { queue }, mails)
    }

    /// Queues a mail.
    pub(crate) fn send(&self, mail: Mail) {
        if self.queue.try_send(mail).is_err() {
            tracing::error!("dropped an e-mail: too many are waiting");
        }
    }
}

/// Sends mails until all senders are gone.
pub(crate) async fn run(app: App, config: MailConfig, mut mails: mpsc::Receiver<Mail>) {
    while let Some(mail) = mails.recv().await {
        match texts(&app, mail).await {
            Ok(texts) => {
                for (to, subject, body) in texts {
                    deliver(&config, &to, subject, body).await;
                }
            }
            Err(error) => tracing::error!(%error, "failed to prepare an e-mail"),
        }
    }
}

/// Recipient, subject and text.
type Text = (String, &'static str, String);

async fn texts(app: &App, mail: Mail) -> Result<Vec<Text>, StoreError> {
    match mail {
        Mail::Confirm {
            address,
            name,
            link,
        } => Ok(vec![confirmation(address, &name, &link)]),
        Mail::Reset { address } => {
            if app.rates.mail(&address.to_lowercase()).is_err() {
                return Ok(Vec::new());
            }
            let accounts = app.state.store.accounts_by_email(&address).await?;
            let mut texts = Vec::new();
            for (account, name, address) in accounts {
                let (token, link) = new_link(app, "reset");
                let new = NewToken {
                    token: token_hash(&token),
                    kind: TokenKind::Password,
                    account,
                    data: String::new(),
                    until: wall_ms() + PASSWORD_LINK_MS,
                };
                app.state.store.add_token(new, None).await?;
                texts.push(password(address, &name, &link));
            }
            Ok(texts)
        }
    }
}

fn confirmation(to: String, name: &str, link: &str) -> Text {
    let body = format!(
        "{name},\n\nopen this link within 24 hours to confirm your e-mail address:\n\n{link}\n\n\
         If you did not ask for this, ignore this mail.\n\n\
         24時間以内に次のリンクを開いて、メールアドレスを確認してください。\n\n{link}\n\n\
         お心当たりがなければ、このメールは無視してください。\n"
    );
    (
        to,
        "Komadai: confirm your e-mail address / メールアドレスの確認",
        body,
    )
}

fn password(to: String, name: &str, link: &str) -> Text {
    let body = format!(
        "{name},\n\nopen this link within 24 hours to set a new password:\n\n{link}\n\n\
         If you did not ask for this, ignore this mail; your password stays as it is.\n\n\
         24時間以内に次のリンクを開いて、新しいパスワードを設定してください。\n\n{link}\n\n\
         お心当たりがなければ、このメールは無視してください。パスワードは変わりません。\n"
    );
    (to, "Komadai: new password / パスワードの再設定", body)
}

async fn deliver(config: &MailConfig, to: &str, subject: &str, body: String) {
    let message = match message(&config.from, to, subject, body) {
        Ok(message) => message,
        Err(error) => return tracing::error!(%error, "failed to write an e-mail"),
    };
    for pause in RETRIES.into_iter().map(Some).chain([None]) {
        let (config, message) = (config.clone(), message.clone());
        let sent = tokio::task::spawn_blocking(move || send(&config, &message)).await;
        match (sent, pause) {
            (Ok(Ok(())), _) => return,
            (Ok(Err(error)), Some(pause)) => {
                tracing::warn!(%error, "failed to send an e-mail; trying again");
                tokio::time::sleep(pause).await;
            }
            (Ok(Err(error)), None) => tracing::error!(%error, "failed to send an e-mail"),
            (Err(error), _) => return tracing::error!(%error, "failed to send an e-mail"),
        }
    }
}

fn message(
    from: &str,
    to: &str,
    subject: &str,
    body: String,
) -> Result<Message, Box<dyn std::error::Error + Send + Sync>> {
    let mailbox = |address: &str| -> Result<Mailbox, lettre::address::AddressError> {
        Ok(Mailbox::new(None, address.parse()?))
    };
    let message = Message::builder()
        .from(mailbox(from)?)
        .to(mailbox(to)?)
        .subject(subject)
        .header(lettre::message::header::ContentType::TEXT_PLAIN)
        .body(body)?;
    Ok(message)
}

fn send(config: &MailConfig, message: &Message) -> Result<(), lettre::transport::smtp::Error> {
    let relay = SmtpTransport::builder_dangerous(&config.host)
        .port(config.port)
        .timeout(Some(TIMEOUT))
        .build();
    relay.send(message).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_plain_and_whole() {
        assert!(is_address("ann@example.org"));
        for bad in [
            "",
            "ann",
            "ann@",
            "@example.org",
            "ann@example.org\r\nBcc: x@example.org",
            "a b@example.org",
            "<ann@example.org>",
        ] {
            assert!(!is_address(bad), "{bad:?}");
        }
        assert!(!is_address(&format!("{}@example.org", "a".repeat(250))));
    }
}
