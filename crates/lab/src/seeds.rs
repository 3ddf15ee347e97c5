use golemry_core::Seed;

/// The seed of a deal: of all matches with that number in a run that was started with `run`.
///
/// It is the output of SplitMix64 number `deal` (from 0) when started from `run`, cut to its upper 53 bits, so that
/// JavaScript, JSON and every table program hold it exactly. Deals of different runs have nothing in common.
pub fn seed_of_deal(run: Seed, deal: u64) -> Seed {
    let mut mixed = run.0.wrapping_add((deal + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    Seed((mixed ^ (mixed >> 31)) >> 11)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_documented() {
        // The first outputs of SplitMix64 from 1234567, as its author's test has them.
        for (deal, output) in [(0, 6_457_827_717_110_365_317u64), (1, 3_203_168_211_198_807_973)] {
            assert_eq!(seed_of_deal(Seed(1_234_567), deal), Seed(output >> 11));
        }
    }
}
