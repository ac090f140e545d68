//! Ranges of addresses in CIDR notation.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

/// The longest prefix of an IPv6 network: limits and bans take a /64 as one address.
const MAX_V6_PREFIX: u8 = 64;

/// A range of addresses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network {
    address: IpAddr,
    prefix: u8,
}

/// The text is not a range of addresses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected an address or a range such as 192.0.2.0/24 or 2001:db8::/48")]
pub struct BadNetwork;

impl Network {
    /// Returns whether an address is in the range.
    pub fn contains(self, address: IpAddr) -> bool {
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                let mask = u32::MAX.checked_shl(32 - u32::from(self.prefix));
                let mask = mask.unwrap_or(0);
                u32::from(own) & mask == u32::from(other) & mask
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => {
                let mask = u128::MAX.checked_shl(128 - u32::from(self.prefix));
                let mask = mask.unwrap_or(0);
                u128::from(own) & mask == u128::from(other) & mask
            }
            _ => false,
        }
    }

    /// Returns whether the range includes addresses of this machine, from which a proxy connects.
    pub fn has_loopback(self) -> bool {
        let own = [
            IpAddr::from([127, 0, 0, 1]),
            IpAddr::from([0, 0, 0, 0, 0, 0, 0, 1]),
        ];
        self.address.is_loopback() || own.into_iter().any(|address| self.contains(address))
    }

    /// The range with the bits beyond the prefix cleared, so that equal ranges are written alike.
    fn masked(self) -> Network {
        let address = match self.address {
            IpAddr::V4(address) => {
                let mask = u32::MAX.checked_shl(32 - u32::from(self.prefix));
                IpAddr::V4((u32::from(address) & mask.unwrap_or(0)).into())
            }
            IpAddr::V6(address) => {
                let mask = u128::MAX.checked_shl(128 - u32::from(self.prefix));
                IpAddr::V6((u128::from(address) & mask.unwrap_or(0)).into())
            }
        };
        Network { address, ..self }
    }
}

impl FromStr for Network {
    type Err = BadNetwork;

    fn from_str(text: &str) -> Result<Network, BadNetwork> {
        let (address, prefix) = match text.trim().split_once('/') {
            Some((address, prefix)) => {
                (address, Some(prefix.parse::<u8>().map_err(|_| BadNetwork)?))
            }
            None => (text.trim(), None),
        };
        let address: IpAddr = address.parse().map_err(|_| BadNetwork)?;
        let (bits, most) = match address {
            IpAddr::V4(_) => (32, 32),
            IpAddr::V6(address) if address.to_ipv4_mapped().is_some() => return Err(BadNetwork),
            IpAddr::V6(_) => (128, MAX_V6_PREFIX),
        };
        let prefix = prefix.unwrap_or(bits);
        if prefix > bits {
            return Err(BadNetwork);
        }
        let prefix = prefix.min(most);
        Ok(Network { address, prefix }.masked())
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.prefix)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(text: &str) -> Network {
        text.parse().unwrap_or_else(|_| panic!("{text}"))
    }

    fn contains(range: &str, address: &str) -> bool {
        network(range).contains(address.parse().expect("an address"))
    }

    #[test]
    fn a_range_contains_the_addresses_with_its_prefix() {
        assert!(contains("192.0.2.0/24", "192.0.2.255"));
        assert!(!contains("192.0.2.0/24", "192.0.3.0"));
        assert!(contains("192.0.2.7", "192.0.2.7"));
        assert!(!contains("192.0.2.7", "192.0.2.6"));
        assert!(contains("0.0.0.0/0", "203.0.113.9"));
        assert!(contains("192.0.2.0/24", "::ffff:192.0.2.9"));
        assert!(contains("2001:db8::/48", "2001:db8:0:ffff::1"));
        assert!(!contains("2001:db8::/48", "2001:db8:1::1"));
        assert!(!contains("::/0", "192.0.2.1"));
        // The limits take a /64 as one address, and so do bans.
        assert!(contains("2001:db8::5", "2001:db8::6"));
    }

    #[test]
    fn equal_ranges_are_written_alike() {
        for (text, written) in [
            ("192.0.2.77/24", "192.0.2.0/24"),
            (" 192.0.2.1 ", "192.0.2.1/32"),
            ("2001:db8:0:1::9/128", "2001:db8:0:1::/64"),
        ] {
            assert_eq!(network(text).to_string(), written);
        }
        for bad in [
            "",
            "192.0.2",
            "192.0.2.0/33",
            "192.0.2.0/-1",
            "::/129",
            "::ffff:1.2.3.4",
            "x/8",
        ] {
            assert_eq!(bad.parse::<Network>(), Err(BadNetwork), "{bad}");
        }
    }

    #[test]
    fn ranges_with_this_machine_are_known() {
        for own in ["127.0.0.1", "127.9.0.0/16", "0.0.0.0/0", "::1", "::/0"] {
            assert!(network(own).has_loopback(), "{own}");
        }
        assert!(!network("192.0.2.0/24").has_loopback());
    }
}
