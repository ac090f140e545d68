//! The second factor: time-based one-time passwords (RFC 6238) and recovery codes.

use crate::app::App;
use crate::error::ApiError;
use crate::secret::{self, token_hash};
use crate::server_clock::wall_ms;
use crate::store::SecondFactor;
use axum::http::StatusCode;
use data_encoding::{BASE32_NOPAD, HEXLOWER};
use hmac::{Hmac, Mac};
use qrcodegen::{QrCode, QrCodeEcc};
use sha1::Sha1;
use std::fmt::Write;

/// Length of a time step.
const STEP_MS: i64 = 30_000;
/// Digits of a code.
const DIGITS: usize = 6;
/// Recovery codes that an account gets.
const RECOVERY_CODES: usize = 10;
/// Length of a recovery code, with 5.8 bits per letter.
const RECOVERY_LETTERS: usize = 14;

/// The code of a time step.
fn code_at(secret: &[u8], step: i64) -> u32 {
    // HMAC takes keys of every length.
    let Ok(mut mac) = Hmac::<Sha1>::new_from_slice(secret) else {
        return u32::MAX;
    };
    mac.update(&step.to_be_bytes());
    let digest = mac.finalize().into_bytes();
    let at = usize::from(digest[19] & 15);
    let word = [digest[at], digest[at + 1], digest[at + 2], digest[at + 3]];
    (u32::from_be_bytes(word) & 0x7fff_ffff) % 10_u32.pow(DIGITS as u32)
}

/// The time step for which a code is right: the current one or a neighbour, since clocks differ.
fn step_of(secret: &[u8], code: &str, now: i64) -> Option<i64> {
    let is_code = code.len() == DIGITS && code.bytes().all(|byte| byte.is_ascii_digit());
    let code: u32 = code.parse().ok().filter(|_| is_code)?;
    let step = now / STEP_MS;
    // All are computed, so that timing reveals nothing.
    let matches = [step, step - 1, step + 1].map(|step| (code_at(secret, step) == code, step));
    matches
        .into_iter()
        .find_map(|(fits, step)| fits.then_some(step))
}

/// A new secret, in hexadecimal.
pub(crate) fn new_secret() -> String {
    secret::hex::<20>()
}

/// A secret to be entered in an app.
#[derive(Debug)]
pub(crate) struct Enrolment {
    /// The secret in base 32.
    pub(crate) secret: String,
    /// The same as a URI.
    pub(crate) uri: String,
    /// The URI as a QR code: the path of an SVG.
    pub(crate) path: String,
    /// The width of the path.
    pub(crate) width: u32,
}

/// The forms in which an app takes a secret.
pub(crate) fn enrolment(secret: &str, name: &str) -> Option<Enrolment> {
    let bytes = HEXLOWER.decode(secret.as_bytes()).ok()?;
    let secret = BASE32_NOPAD.encode(&bytes);
    let label = name.bytes().fold(String::new(), |mut text, byte| {
        let _ = match byte.is_ascii_alphanumeric() {
            true => write!(text, "{}", char::from(byte)),
            false => write!(text, "%{byte:02X}"),
        };
        text
    });
    let uri = format!("otpauth://totp/Komadai:{label}?secret={secret}&issuer=Komadai");
    let code = QrCode::encode_text(&uri, QrCodeEcc::Medium).ok()?;
    let mut path = String::new();
    for y in 0..code.size() {
        for x in (0..code.size()).filter(|&x| code.get_module(x, y)) {
            let _ = write!(path, "M{x} {y}h1v1h-1z");
        }
    }
    Some(Enrolment {
        secret,
        uri,
        path,
        width: u32::try_from(code.size()).unwrap_or(0),
    })
}

/// Checks a code against a secret that is not confirmed yet; returns its time step.
pub(crate) fn check_code(factor: &SecondFactor, code: &str) -> Option<i64> {
    let secret = HEXLOWER.decode(factor.secret.as_bytes()).ok()?;
    step_of(&secret, code, wall_ms())
}

/// New recovery codes.
pub(crate) fn new_recovery_codes() -> Vec<String> {
    (0..RECOVERY_CODES)
        .map(|_| secret::word(RECOVERY_LETTERS))
        .collect()
}

/// The stored form of a recovery code.
pub(crate) fn recovery_hash(code: &str) -> String {
    token_hash(code.trim())
}

/// Checks a code or recovery code at login. Each works once.
///
/// # Errors
/// Returns `code-needed` without a code, `wrong-code` if it is wrong or was used before, and `429 Too Many
/// Requests` if too many were tried.
pub(crate) async fn verify(
    app: &App,
    account: i64,
    factor: &SecondFactor,
    code: Option<&str>,
) -> Result<(), ApiError> {
    let unauthorized = |code, title: &str| ApiError::new(StatusCode::UNAUTHORIZED, code, title);
    let Some(code) = code.map(str::trim).filter(|code| !code.is_empty()) else {
        let title = "this account asks for a code of its second factor";
        return Err(unauthorized("code-needed", title));
    };
    app.rates.code(account)?;
    let store = &app.state.store;
    let fits = match check_code(factor, code) {
        Some(step) => store.use_step(account, step).await?,
        None => {
            store
                .use_recovery_code(account, recovery_hash(code))
                .await?
        }
    };
    match fits {
        true => Ok(()),
        false => Err(unauthorized(
            "wrong-code",
            "the code is wrong, or was used before",
        )),
    }
}

/// The confirmed second factor of an account.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) async fn confirmed(app: &App, account: i64) -> Result<Option<SecondFactor>, ApiError> {
    let factor = app.state.store.second_factor(account).await?;
    Ok(factor.filter(|factor| factor.confirmed_at.is_some()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &[u8] = b"12345678901234567890";

    #[test]
    fn codes_are_those_of_rfc_6238() {
        // Appendix B, the last six of its eight digits.
        for (seconds, code) in [
            (59, 287_082),
            (1_111_111_109, 81_804),
            (1_111_111_111, 50_471),
            (1_234_567_890, 5_924),
            (2_000_000_000, 279_037),
        ] {
            assert_eq!(code_at(SECRET, seconds / 30), code, "{seconds}");
        }
    }

    #[test]
    fn a_code_is_good_for_its_step_and_the_neighbours() {
        let now = 59_000;
        assert_eq!(step_of(SECRET, "287082", now), Some(1));
        assert_eq!(step_of(SECRET, "287082", now + STEP_MS), Some(1));
        assert_eq!(step_of(SECRET, "287082", now - STEP_MS), Some(1));
        assert_eq!(step_of(SECRET, "287082", now + 2 * STEP_MS), None);
        for bad in ["", "28708", "2870820", "+28708", "28708x", "２８７０８２"] {
            assert_eq!(step_of(SECRET, bad, now), None, "{bad}");
        }
    }

    #[test]
    fn apps_get_the_secret_in_base_32() {
        let secret = HEXLOWER.encode(SECRET);
        let enrolment = enrolment(&secret, "大山 Ann").expect("an enrolment");
        assert_eq!(enrolment.secret, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        let label = "otpauth://totp/Komadai:%E5%A4%A7%E5%B1%B1%20Ann?secret=GEZDGNBV";
        assert!(enrolment.uri.starts_with(label), "{}", enrolment.uri);
        assert!(enrolment.width >= 21 && enrolment.path.starts_with("M0 0h1v1h-1z"));
    }
}
