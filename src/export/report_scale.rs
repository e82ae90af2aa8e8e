//! The scale of a chart: where values stand, and where it has marks.

use super::report_value::{for_people, rounded};
use crate::check::lang::UiLang;
use crate::check::summary::{decimal, grouped};
use crate::stats::report::Value;

/// Parts that a scale has at most.
const MOST_PARTS: f64 = 5.0;
/// From here on marks are told in thousands.
const ROUNDED_FROM: f64 = 10_000.0;

/// A scale that begins and ends at a mark.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Scale {
    low: f64,
    step: f64,
    steps: usize,
}

impl Scale {
    /// One that has all of these values: from nothing on, unless they lie close together far from it.
    pub(super) fn of(values: impl Iterator<Item = f64>, sample: &Value) -> Scale {
        let (least, most) = values
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        if least > most {
            return Scale { low: 0.0, step: 1.0, steps: 1 };
        }
        let is_far = least > 0.0 && least < most && least > most * 0.6 && !matches!(sample, Value::Count(_));
        Scale::between(if is_far { least } else { least.min(0.0) }, most.max(0.0), sample)
    }

    /// One from nothing to the most of these.
    pub(super) fn from_zero(values: impl Iterator<Item = f64>, sample: &Value) -> Scale {
        Scale::between(0.0, values.fold(0.0, f64::max), sample)
    }

    fn between(low: f64, high: f64, sample: &Value) -> Scale {
        let is_whole = matches!(sample, Value::Count(_) | Value::Difference(_));
        let rough = (high - low) / MOST_PARTS;
        let rough = if rough > 0.0 && rough.is_finite() { rough } else { 1.0 / MOST_PARTS };
        let power = 10f64.powf(rough.log10().floor());
        // Steps of a quarter where their marks need no more decimals.
        let has_quarters = power >= if matches!(sample, Value::Share(_)) { 0.1 } else { 10.0 };
        let times = [1.0, 2.0, if has_quarters { 2.5 } else { 5.0 }, 5.0, 10.0];
        // A little less than needed is enough: numbers such as 0.2 are not exact.
        let is_enough = |step: &f64| *step >= rough * 0.999_999;
        let step = times.into_iter().map(|times| times * power).find(is_enough).unwrap_or(power * 10.0);
        let step = if is_whole { step.max(1.0) } else { step };
        let first = (low / step + 1e-6).floor();
        let last = (high / step - 1e-6).ceil().max(first + 1.0);
        let steps = last - first;
        if !steps.is_finite() || steps > 2.0 * MOST_PARTS {
            // Numbers so large that their differences are none.
            return Scale { low: low.min(0.0), step: high.max(1.0), steps: 1 };
        }
        Scale { low: first * step, step, steps: steps as usize }
    }

    /// Where a value stands, from 0 to 1.
    pub(super) fn place(&self, value: f64) -> f64 {
        ((value - self.low) / (self.step * self.steps as f64)).clamp(0.0, 1.0)
    }

    /// The marks, from the lowest on, as places and as people read them.
    pub(super) fn marks(&self, sample: &Value, lang: UiLang) -> Vec<(f64, String)> {
        (0..=self.steps)
            .map(|index| {
                let value = self.low + self.step * index as f64;
                (index as f64 / self.steps as f64, self.told(value, sample, lang))
            })
            .collect()
    }

    fn told(&self, value: f64, sample: &Value, lang: UiLang) -> String {
        match sample {
            Value::Share(_) | Value::Shares(..) => {
                let places = if self.step < 0.01 { 1 } else { 0 };
                format!("{} %", decimal(value * 100.0, places, lang))
            }
            Value::Count(_) if value >= ROUNDED_FROM => rounded(value.round() as u64, lang),
            Value::Count(_) => grouped(value.round() as u64, lang),
            Value::Difference(_) => for_people(&Value::Difference(value.round() as i64), lang).into_owned(),
            _ => {
                let places = (-self.step.log10().floor()).clamp(0.0, 3.0) as u8;
                for_people(&Value::Number(value, places), lang).into_owned()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(values: &[f64], sample: Value) -> Vec<String> {
        let scale = Scale::of(values.iter().copied(), &sample);
        scale.marks(&sample, UiLang::De).into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn marks_are_round_numbers() {
        assert_eq!(marks(&[3.0, 7.0], Value::Count(0)), ["0", "2", "4", "6", "8"]);
        assert_eq!(marks(&[1.0, 2.0], Value::Count(0)), ["0", "1", "2"]);
        assert_eq!(marks(&[2000.0], Value::Count(0)), ["0", "500", "1.000", "1.500", "2.000"]);
        assert_eq!(marks(&[43_210.0], Value::Count(0)), ["0", "10k", "20k", "30k", "40k", "50k"]);
        assert_eq!(marks(&[112_000.0], Value::Count(0)), ["0", "25k", "50k", "75k", "100k", "125k"]);
        assert_eq!(marks(&[0.1, 0.5], Value::Share(0.0)), ["0 %", "10 %", "20 %", "30 %", "40 %", "50 %"]);
        assert_eq!(
            marks(&[0.498, 0.512], Value::Share(0.0)),
            ["49,5 %", "50,0 %", "50,5 %", "51,0 %", "51,5 %"]
        );
        assert_eq!(marks(&[2310.0, 2590.0], Value::Number(0.0, 0)), ["2300", "2400", "2500", "2600"]);
        assert_eq!(marks(&[-30.0, 40.0], Value::Difference(0)), ["−40", "−20", "0", "+20", "+40"]);
    }

    #[test]
    fn nothing_and_zero_have_a_scale_too() {
        assert_eq!(marks(&[], Value::Count(0)), ["0", "1"]);
        assert_eq!(marks(&[0.0, 0.0], Value::Count(0)), ["0", "1"]);
        assert_eq!(marks(&[2400.0], Value::Number(0.0, 0)), ["0", "500", "1000", "1500", "2000", "2500"]);
        assert!(marks(&[f64::MIN, f64::MAX], Value::Number(0.0, 0)).len() > 1);
    }

    #[test]
    fn values_stand_between_the_ends() {
        let scale = Scale::from_zero([8.0].into_iter(), &Value::Count(0));
        assert_eq!((scale.place(0.0), scale.place(2.0), scale.place(8.0)), (0.0, 0.25, 1.0));
        assert_eq!(scale.place(100.0), 1.0);
    }
}
