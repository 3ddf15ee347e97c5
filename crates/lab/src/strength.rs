use std::fmt::Write as _;

use serde::Serialize;

use crate::statistics::Interval;

/// How well a level plays at a table, by how long it thinks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Curve {
    /// The game's id.
    pub game: &'static str,
    /// The variant.
    pub variant: &'static str,
    /// The level, such as `hard`.
    pub level: &'static str,
    /// Its milliseconds for a decision with a thousand iterations, as measured: they depend on the machine.
    pub milliseconds: f64,
    /// Its results, by iterations.
    pub points: Vec<Point>,
}

/// The result of a bot that thinks for so many iterations.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Point {
    /// The iterations of a decision.
    pub iterations: u32,
    /// Its share of the wins; ties and joint losses are split.
    pub share: f64,
    /// The 95 % interval of that.
    pub interval: Interval,
}

/// A panel's width and height, and where its plot lies in it.
const PANEL: (f64, f64) = (300.0, 220.0);
const PLOT: (f64, f64, f64, f64) = (52.0, 34.0, 286.0, 180.0);
const COLUMNS: usize = 3;

/// Blue circles and orange squares, which colour-blind readers can tell apart, too (Okabe and Ito's colours).
const STYLE: &str = "text{font:13px system-ui,sans-serif;fill:#1f2328}.bold{font-weight:600}.mid{text-anchor:middle}.end{text-anchor:end}\
.page{fill:#fff}.axis{stroke:#d0d7de}.fair{stroke:#57606a;stroke-dasharray:4 3}.line0{stroke:#0072b2}.line1{stroke:#d55e00}.mark0{fill:#0072b2}\
.mark1{fill:#d55e00}polyline{fill:none;stroke-width:2}.reach{stroke-width:2;opacity:.6}\
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.page{fill:#0d1117}.axis{stroke:#30363d}.fair{stroke:#8b949e}\
.line0{stroke:#56b4e9}.line1{stroke:#e69f00}.mark0{fill:#56b4e9}.mark1{fill:#e69f00}}";

/// A panel for each game: the share of the wins against `against`, by iterations, with its interval. The curves of a game come one
/// after the other.
pub fn strength_svg(curves: &[Curve], against: &str) -> String {
    let panels: Vec<&[Curve]> = curves.chunk_by(|one, next| one.game == next.game).collect();
    // The legend is one more panel.
    let (columns, rows) = (COLUMNS.min(panels.len() + 1), (panels.len() + 1).div_ceil(COLUMNS));
    let (width, height) = (PANEL.0 * columns as f64, PANEL.1 * rows as f64);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n\
         <title>Share of wins against {against}, by iterations of a decision</title>\n<style>{STYLE}</style>\n\
         <rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n"
    );
    let corner = |place: usize| {
        format!(
            "<g transform=\"translate({} {})\">",
            PANEL.0 * (place % COLUMNS) as f64,
            PANEL.1 * (place / COLUMNS) as f64
        )
    };
    for (place, of_game) in panels.iter().enumerate() {
        let _ = writeln!(svg, "{}{}</g>", corner(place), panel(of_game, curves));
    }
    let _ = writeln!(svg, "{}{}</g>\n</svg>", corner(panels.len()), legend(curves, against));
    svg
}

fn panel(of_game: &[Curve], all: &[Curve]) -> String {
    let (left, top, right, bottom) = PLOT;
    let mut thoughts: Vec<u32> =
        all.iter().flat_map(|curve| &curve.points).map(|point| point.iterations).collect();
    thoughts.sort_unstable();
    thoughts.dedup();
    let log = |iterations: u32| libm::log(f64::from(iterations.max(1)));
    let (from, to) = thoughts.first().zip(thoughts.last()).map_or((0.0, 1.0), |(a, b)| (log(*a), log(*b)));
    let x = |iterations: u32| {
        left + 12.0 + (log(iterations) - from) / (to - from).max(1e-9) * (right - left - 24.0)
    };
    let y = |share: f64| bottom - share.clamp(0.0, 1.0) * (bottom - top);
    let mut svg = format!(
        "<text class=\"bold\" x=\"{left}\" y=\"22\">{}, {}</text>",
        of_game[0].game, of_game[0].variant
    );
    for percent in [0_u8, 25, 50, 75, 100] {
        let at = y(f64::from(percent) / 100.0);
        let class = if percent == 50 { "fair" } else { "axis" };
        let _ = write!(
            svg,
            "<line class=\"{class}\" x1=\"{left}\" y1=\"{at:.1}\" x2=\"{right}\" y2=\"{at:.1}\"/>"
        );
        let _ =
            write!(svg, "<text class=\"end\" x=\"{}\" y=\"{:.1}\">{percent} %</text>", left - 6.0, at + 4.5);
    }
    for iterations in thoughts {
        let _ = write!(
            svg,
            "<text class=\"mid\" x=\"{:.1}\" y=\"{}\">{iterations}</text>",
            x(iterations),
            bottom + 20.0
        );
    }
    for curve in of_game {
        let kind = kind(curve, all);
        let places: Vec<String> =
            curve.points.iter().map(|it| format!("{:.1},{:.1}", x(it.iterations), y(it.share))).collect();
        let _ = write!(svg, "<polyline class=\"line{kind}\" points=\"{}\"/>", places.join(" "));
        for it in &curve.points {
            let (at, low, high) = (x(it.iterations), y(it.interval.low), y(it.interval.high));
            let _ = write!(
                svg,
                "<line class=\"reach line{kind}\" x1=\"{at:.1}\" y1=\"{low:.1}\" x2=\"{at:.1}\" y2=\"{high:.1}\"/>{}",
                mark(kind, at, y(it.share))
            );
        }
    }
    svg
}

fn legend(all: &[Curve], against: &str) -> String {
    let mut svg = format!(
        "<text x=\"20\" y=\"60\">Share of wins against {against},</text><text x=\"20\" y=\"78\">by iterations of a decision,</text>\
         <text x=\"20\" y=\"96\">with 95 % intervals:</text>"
    );
    for (kind, level) in levels(all).into_iter().enumerate() {
        let y = 124.0 + 24.0 * kind as f64;
        let _ = write!(svg, "{}<text x=\"40\" y=\"{}\">{level}</text>", mark(kind, 26.0, y), y + 4.5);
    }
    svg
}

fn mark(kind: usize, x: f64, y: f64) -> String {
    match kind {
        0 => format!("<circle class=\"mark0\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\"/>"),
        _ => format!(
            "<rect class=\"mark1\" x=\"{:.1}\" y=\"{:.1}\" width=\"8\" height=\"8\"/>",
            x - 4.0,
            y - 4.0
        ),
    }
}

/// The levels, in the order in which they first come.
fn levels(all: &[Curve]) -> Vec<&'static str> {
    let mut levels = Vec::new();
    for curve in all {
        if !levels.contains(&curve.level) {
            levels.push(curve.level);
        }
    }
    levels
}

/// Which mark a curve has.
fn kind(curve: &Curve, all: &[Curve]) -> usize {
    levels(all).iter().position(|level| *level == curve.level).unwrap_or_default().min(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_has_a_mark_and_every_game_a_panel() {
        let curve = |game, level| Curve {
            game,
            variant: "standard",
            level,
            milliseconds: 1.0,
            points: [250, 1000]
                .map(|iterations| Point {
                    iterations,
                    share: 0.5,
                    interval: Interval { low: 0.4, high: 0.6 },
                })
                .into(),
        };
        let curves = [curve("One", "hard"), curve("One", "master"), curve("Two", "hard")];
        let svg = strength_svg(&curves, "hard");
        assert_eq!(svg.matches("<g transform").count(), 3, "two panels and the legend");
        // One more of each for the legend.
        assert_eq!(svg.matches("<circle").count(), 5);
        assert_eq!(svg.matches("<rect class=\"mark1\"").count(), 3);
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        // Half of the wins lie in the middle of the plot.
        assert!(svg.contains("cy=\"107.0\""), "{svg}");
    }
}
