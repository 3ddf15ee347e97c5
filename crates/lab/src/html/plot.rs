//! Small plots as SVG. Colours and fonts come from the page's style, so they follow light and dark.

use std::fmt::Write as _;

use super::escape;
use crate::statistics::{Interval, Spread};

/// The width of a plot that fills half the page; the page scales it.
pub const HALF: f64 = 500.0;
/// A third of the page.
pub const THIRD: f64 = 320.0;
/// All of it.
const WHOLE: f64 = 1040.0;

/// A line of [`dots`].
pub struct Dot {
    /// What it is.
    pub label: String,
    /// Its share.
    pub share: f64,
    /// Its interval.
    pub interval: Interval,
}

/// Shares with their intervals, one per line, and the fair share as a line across all.
pub fn dots(lines: &[Dot], fair: f64) -> String {
    const ROW: f64 = 34.0;
    let (left, right) = (110.0, HALF - 76.0);
    let most = lines.iter().map(|line| line.interval.high).fold(fair * 1.5, f64::max).min(1.0);
    let least = lines.iter().map(|line| line.interval.low).fold(fair * 0.5, f64::min).max(0.0);
    let (ticks, step) = ticks(least * 100.0, most * 100.0, 5.0);
    let (from, to) = (ticks[0] / 100.0, (ticks[ticks.len() - 1] / 100.0).max(most));
    let x = |share: f64| left + (share - from) / (to - from) * (right - left);
    let bottom = ROW * lines.len() as f64 + 8.0;
    let mut svg = open(HALF, bottom + 24.0);
    for tick in &ticks {
        let at = x(tick / 100.0);
        let decimals = usize::from(step < 1.0);
        let _ = write!(svg, r#"<line class="axis" x1="{at:.1}" y1="4" x2="{at:.1}" y2="{bottom:.1}"/>"#);
        let _ = write!(
            svg,
            r#"<text class="faint mid" x="{at:.1}" y="{:.1}">{tick:.decimals$} %</text>"#,
            bottom + 18.0
        );
    }
    let at = x(fair);
    let _ = write!(svg, r#"<line class="fair" x1="{at:.1}" y1="0" x2="{at:.1}" y2="{bottom:.1}"/>"#);
    for (place, line) in lines.iter().enumerate() {
        let y = ROW * (place as f64 + 0.5) + 4.0;
        let (low, high) = (x(line.interval.low), x(line.interval.high));
        let _ = write!(svg, r#"<text x="0" y="{:.1}">{}</text>"#, y + 4.5, escape(&line.label));
        let _ = write!(svg, r#"<line class="reach" x1="{low:.1}" y1="{y:.1}" x2="{high:.1}" y2="{y:.1}"/>"#);
        let _ = write!(svg, r#"<circle class="dot" cx="{:.1}" cy="{y:.1}" r="7"/>"#, x(line.share));
        let _ = write!(
            svg,
            r#"<text class="bold end" x="{HALF}" y="{:.1}">{:.1} %</text>"#,
            y + 4.5,
            line.share * 100.0
        );
    }
    svg + "</svg>"
}

/// Parts of a whole on one bar: class, name and share of each.
pub fn stack(parts: &[(&str, &str, f64)]) -> String {
    let mut svg = open(WHOLE, 88.0);
    let mut x = 0.0;
    for (class, _, share) in parts {
        let width = share * WHOLE;
        let _ = write!(svg, r#"<rect class="{class}" x="{x:.2}" y="0" width="{width:.2}" height="34"/>"#);
        x += width;
    }
    // The names are listed below: a part may be too thin to hold its own.
    for (place, (class, name, share)) in parts.iter().enumerate() {
        let x = WHOLE / parts.len() as f64 * place as f64;
        let _ = write!(svg, r#"<rect class="{class}" x="{x:.1}" y="50" width="12" height="12" rx="2"/>"#);
        let _ = write!(svg, r#"<text class="bold" x="{:.1}" y="61">{}</text>"#, x + 18.0, percent(*share));
        let _ = write!(svg, r#"<text class="faint" x="{:.1}" y="80">{}</text>"#, x + 18.0, escape(name));
    }
    svg + "</svg>"
}

/// A histogram: the middle half highlighted, the median marked.
pub fn histogram(values: &Spread, wide: f64, height: f64) -> String {
    let most_bars = (wide / 11.0) as i64;
    let quantile = |part| values.quantile(part).unwrap_or_default();
    let (least, greatest) = (values.least().unwrap_or_default(), values.greatest().unwrap_or_default());
    // A few outliers must not flatten the rest: they go into the last bar.
    let end = if quantile(0.99) * 2 < greatest + quantile(0.01) { quantile(0.99) } else { greatest };
    let width = ((end - least) / most_bars + 1).max(1);
    let bars = ((end - least) / width + 1) as usize;
    let mut counts = vec![0u64; bars];
    for (value, count) in values.counts() {
        counts[(((value - least) / width) as usize).min(bars - 1)] += count;
    }
    let most = counts.iter().copied().max().unwrap_or(1).max(1) as f64;
    let bar_width = wide / bars as f64;
    let (top, bottom) = (22.0, height - 22.0);
    let x = |value: i64| (value - least) as f64 / width as f64 * bar_width;
    let middle = |value: i64| (x(value) + bar_width / width as f64 / 2.0).clamp(0.0, wide);
    let mut svg = open(wide, height);
    let (q25, q50, q75) = (quantile(0.25), quantile(0.5), quantile(0.75));
    let (from, to) = (x(q25).min(wide), x(q75 + 1).min(wide));
    let _ = write!(
        svg,
        r#"<rect class="soft" x="{from:.1}" y="{top}" width="{:.1}" height="{:.1}"/>"#,
        to - from,
        bottom - top
    );
    let gap = if bar_width > 5.0 { 1.5 } else { 0.3 };
    for (place, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        // Even the rarest value is visible.
        let tall = (count as f64 / most * (bottom - top)).max(1.5);
        let _ = write!(
            svg,
            r#"<rect class="bar" x="{:.2}" y="{:.1}" width="{:.2}" height="{tall:.1}"/>"#,
            place as f64 * bar_width + gap / 2.0,
            bottom - tall,
            bar_width - gap
        );
    }
    let _ = write!(svg, r#"<line class="axis" x1="0" y1="{bottom}" x2="{wide}" y2="{bottom}"/>"#);
    let at = middle(q50);
    let _ = write!(svg, r#"<line class="median" x1="{at:.1}" y1="{top}" x2="{at:.1}" y2="{bottom}"/>"#);
    let anchor = if at > wide * 0.8 {
        " end"
    } else if at > wide * 0.2 {
        " mid"
    } else {
        ""
    };
    let _ = write!(svg, r#"<text class="mark{anchor}" x="{at:.1}" y="14">median {q50}</text>"#);
    let label = |svg: &mut String, at: f64, class: &str, text: &str| {
        let _ =
            write!(svg, r#"<text class="faint {class}" x="{at:.1}" y="{:.1}">{text}</text>"#, height - 4.0);
    };
    if bars as f64 * 40.0 <= wide && width == 1 {
        for place in 0..bars {
            let more = if place + 1 == bars && end < greatest { "+" } else { "" };
            label(
                &mut svg,
                (place as f64 + 0.5) * bar_width,
                "mid",
                &format!("{}{more}", least + place as i64),
            );
        }
    } else {
        let (ticks, _) = ticks(least as f64, end as f64, wide / 80.0);
        for tick in ticks.into_iter().filter(|it| (least as f64..=end as f64).contains(it)) {
            let at = middle(tick as i64);
            if at < wide - 44.0 || end == greatest {
                label(&mut svg, at.clamp(8.0, wide - 8.0), "mid", &format!("{tick}"));
            }
        }
        if end < greatest {
            label(&mut svg, wide, "end", &format!("to {greatest}"));
        }
    }
    svg + "</svg>"
}

/// A line of [`bars`].
pub struct Bar {
    /// The text in front of it.
    pub head: String,
    /// What it is.
    pub label: String,
    /// Its share.
    pub share: f64,
    /// The text behind it.
    pub tail: String,
}

/// Shares as bars on tracks. Whatever never happened is highlighted.
pub fn bars(lines: &[Bar]) -> String {
    const ROW: f64 = 26.0;
    let (left, right) = (530.0, WHOLE - 185.0);
    let mut svg = open(WHOLE, ROW * lines.len() as f64 + 4.0);
    for (place, line) in lines.iter().enumerate() {
        let y = ROW * place as f64 + 4.0;
        let dead = line.share == 0.0;
        let class = if dead { "dead bold" } else { "" };
        let _ = write!(svg, r#"<text class="faint" x="0" y="{:.1}">{}</text>"#, y + 14.0, escape(&line.head));
        let _ =
            write!(svg, r#"<text class="{class}" x="64" y="{:.1}">{}</text>"#, y + 14.0, escape(&line.label));
        let _ = write!(
            svg,
            r#"<rect class="track" x="{left}" y="{:.1}" width="{:.1}" height="12" rx="3"/>"#,
            y + 4.0,
            right - left
        );
        let wide = if dead { 0.0 } else { (line.share * (right - left)).max(2.0) };
        let _ = write!(
            svg,
            r#"<rect class="bar" x="{left}" y="{:.1}" width="{wide:.1}" height="12" rx="3"/>"#,
            y + 4.0
        );
        let _ = write!(
            svg,
            r#"<text class="end {class}" x="{:.1}" y="{:.1}">{}</text>"#,
            right + 62.0,
            y + 14.0,
            if dead { "never".to_owned() } else { percent(line.share) }
        );
        let _ = write!(
            svg,
            r#"<text class="faint end" x="{WHOLE}" y="{:.1}">{}</text>"#,
            y + 14.0,
            escape(&line.tail)
        );
    }
    svg + "</svg>"
}

/// `12.3 %`; small shares keep a significant digit.
pub fn percent(share: f64) -> String {
    let percent = share * 100.0;
    match percent {
        0.0 => "0 %".to_owned(),
        _ if percent < 0.1 => format!("{percent:.3} %"),
        _ => format!("{percent:.1} %"),
    }
}

fn open(width: f64, height: f64) -> String {
    format!(r#"<svg viewBox="0 0 {width:.0} {height:.0}" role="img">"#)
}

/// Round numbers from at or below `least` to at or above `most`, about `about` of them, and the step between.
fn ticks(least: f64, most: f64, about: f64) -> (Vec<f64>, f64) {
    let rough = ((most - least) / about).max(1e-9);
    let power = libm::pow(10.0, libm::log10(rough).floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].map(|it| it * power).into_iter().find(|it| *it >= rough).unwrap_or(rough);
    let (first, last) = ((least / step).floor() as i64, (most / step).ceil() as i64);
    ((first..=last).map(|it| it as f64 * step).collect(), step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        assert_eq!(ticks(0.0, 100.0, 5.0), (vec![0.0, 20.0, 40.0, 60.0, 80.0, 100.0], 20.0));
        assert_eq!(ticks(31.0, 48.0, 5.0).0, [30.0, 35.0, 40.0, 45.0, 50.0]);
        assert_eq!(ticks(7.0, 7.0, 5.0).0.len(), 1);
    }

    #[test]
    fn every_histogram_can_be_drawn() {
        let mut values = Spread::default();
        assert!(histogram(&values, HALF, 100.0).ends_with("</svg>"), "of nothing");
        values.add(3);
        assert!(histogram(&values, HALF, 100.0).contains("median 3"));
        (0..1000).for_each(|it| values.add(it % 7));
        values.add(1_000_000);
        let svg = histogram(&values, HALF, 100.0);
        assert!(svg.contains("+</text>") || svg.contains("to 1000000"), "{svg}");
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        values.add(-5);
        assert!(!histogram(&values, HALF, 100.0).contains("NaN"));
    }
}
