//! From amounts to places on the paper, with round numbers beside the axis.

/// An axis from one place on the paper to another.
pub(super) struct Scale {
    least: f64,
    most: f64,
    from: f64,
    to: f64,
    logarithmic: bool,
}

impl Scale {
    /// From zero to a round number that is large enough.
    pub(super) fn linear(most: f64, from: f64, to: f64) -> Self {
        let most = if most > 0.0 && most.is_finite() { most } else { 1.0 };
        let step = step(most);
        Self { least: 0.0, most: (most / step).ceil() * step, from, to, logarithmic: false }
    }

    /// From one power of ten to another.
    pub(super) fn logarithmic(least: f64, most: f64, from: f64, to: f64) -> Self {
        let power = |value: f64| if value > 0.0 && value.is_finite() { value.log10() } else { 0.0 };
        let (least, most) = (power(least).floor(), power(most).ceil());
        Self { least, most: most.max(least + 1.0), from, to, logarithmic: true }
    }

    /// Where an amount is.
    pub(super) fn at(&self, value: f64) -> f64 {
        let value = if self.logarithmic { value.max(1e-9).log10() } else { value };
        let share = ((value - self.least) / (self.most - self.least)).clamp(0.0, 1.0);
        self.from + share * (self.to - self.from)
    }

    /// Round amounts along the axis.
    pub(super) fn marks(&self) -> Vec<f64> {
        if self.logarithmic {
            return (self.least as i32..=self.most as i32).map(|power| 10f64.powi(power)).collect();
        }
        let step = step(self.most);
        (0..=(self.most / step).round() as u32).map(|k| f64::from(k) * step).collect()
    }
}

/// The distance of about five marks: 1, 2 or 5 times a power of ten.
fn step(most: f64) -> f64 {
    let rough = most / 5.0;
    let power = 10f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|k| k * power).find(|step| *step >= rough).unwrap_or(rough)
}

/// A number as people write it: `1,500`, `0.25`.
pub(super) fn number(value: f64) -> String {
    if value.abs() < 10.0 && value.fract().abs() > 1e-9 {
        let text = format!("{value:.2}");
        return text.trim_end_matches('0').trim_end_matches('.').to_owned();
    }
    let digits = format!("{:.0}", value.abs());
    let mut out = String::new();
    for (k, digit) in digits.chars().enumerate() {
        if k > 0 && (digits.len() - k) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    if value < 0.0 { format!("-{out}") } else { out }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round_and_hold_everything() {
        let scale = Scale::linear(1730.0, 0.0, 100.0);
        assert_eq!(scale.marks(), [0.0, 500.0, 1000.0, 1500.0, 2000.0]);
        assert!((scale.at(1000.0) - 50.0).abs() < 1e-9);
        assert_eq!(Scale::logarithmic(0.4, 130.0, 0.0, 1.0).marks(), [0.1, 1.0, 10.0, 100.0, 1000.0]);
        assert_eq!(Scale::linear(0.0, 0.0, 1.0).at(5.0), 1.0);
    }

    #[test]
    fn numbers_are_written_with_commas() {
        let written = [0.0, 0.25, 7.5, 12.0, 1500.0, 1_234_567.0, -2000.0].map(number);
        assert_eq!(written, ["0", "0.25", "7.5", "12", "1,500", "1,234,567", "-2,000"]);
    }
}
