use std::f64::consts::PI;

/// How many standard errors a 95 % interval reaches to either side.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The chance that a standard normal number lies as far from 0 as `z`, or farther, on either side.
pub fn two_sided(z: f64) -> f64 {
    let z = z.abs();
    if z.is_nan() {
        f64::NAN
    } else if z < 3.0 {
        1.0 - 2.0 * inner(z)
    } else {
        2.0 * tail(z)
    }
}

/// The chance to lie between 0 and `z`: the series of the density, term by term, which converges quickly for small `z`.
fn inner(z: f64) -> f64 {
    let (mut term, mut sum, mut odd) = (z, z, 1.0);
    while term > 1e-17 * sum {
        odd += 2.0;
        term *= z * z / odd;
        sum += term;
    }
    sum * density(z)
}

/// The chance to lie beyond `z`: Laplace's continued fraction, from its far end, which converges quickly for large `z`.
fn tail(z: f64) -> f64 {
    let fraction = (1..=60).rev().fold(0.0, |rest, step| f64::from(step) / (z + rest));
    density(z) / (z + fraction)
}

fn density(z: f64) -> f64 {
    libm::exp(-z * z / 2.0) / (2.0 * PI).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_chances() {
        // From tables of the normal distribution.
        for (z, chance) in [
            (0.0, 1.0),
            (1.0, 0.317_310_507_862_914),
            (Z95, 0.05),
            (2.575_829_303_548_901, 0.01),
            (3.290_526_731_491_926, 0.001),
            (6.0, 1.973_175_289_802_699e-9),
        ] {
            let found = two_sided(z);
            assert!((found - chance).abs() <= 1e-9 * chance, "{z}: {found} is not {chance}");
            assert_eq!(two_sided(-z), found);
        }
        assert_eq!(two_sided(f64::INFINITY), 0.0);
    }

    #[test]
    fn both_ways_agree_where_they_meet() {
        assert!((0.5 - inner(3.0) - tail(3.0)).abs() < 1e-13);
    }
}
