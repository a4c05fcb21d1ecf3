//! Numbers drawn from a seed: the same seed and the same question give the same number on every node.

/// A number that depends on a seed and two further numbers and looks random (the finaliser of SplitMix64).
#[must_use]
pub(crate) const fn mix(seed: u64, first: u64, second: u64) -> u64 {
    let mut bits = seed
        .wrapping_add(first.wrapping_mul(0x9e37_79b9_7f4a_7c15))
        .wrapping_add(second.wrapping_mul(0xd1b5_4a32_d192_ed03))
        .wrapping_add(0x632b_e59b_d9b4_e019);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}
