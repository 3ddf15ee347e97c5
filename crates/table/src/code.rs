use std::fmt;

use serde::{Serialize, Serializer};

/// Lists the codes: each with its name on the wire and the HTTP status of a reply that carries it.
macro_rules! codes {
    ($($code:ident = $name:literal, $status:literal;)*) => {
        /// What kind of error it is: programs decide by it. `docs/protocol.md` and `docs/server.md` say what each one means.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Code {
            $(#[doc = concat!("`", $name, "`")] $code,)*
            /// A code of what a program mounts beside its games, such as `club/full`.
            Mounted {
                /// Its name on the wire.
                name: &'static str,
                /// The HTTP status of a reply that carries it.
                status: u16,
            },
        }

        impl Code {
            /// Every code but those that are mounted.
            pub const ALL: &'static [Code] = &[$(Code::$code),*];

            /// Its name on the wire.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Code::$code => $name,)*
                    Code::Mounted { name, .. } => name,
                }
            }

            /// The HTTP status of a reply that carries it.
            pub const fn status(self) -> u16 {
                match self {
                    $(Code::$code => $status,)*
                    Code::Mounted { status, .. } => status,
                }
            }
        }
    };
}

codes! {
    ActionIllegal = "action/illegal", 422;
    ActionMalformed = "action/malformed", 422;
    ActionOver = "action/over", 422;
    ActionTurn = "action/turn", 422;
    BotBudget = "bot/budget", 400;
    BotUnavailable = "bot/unavailable", 400;
    BotUnknown = "bot/unknown", 400;
    BuildMalformed = "build/malformed", 400;
    BuildNotOffered = "build/not-offered", 400;
    Internal = "internal", 500;
    LimitBusy = "limit/busy", 503;
    LimitEmotes = "limit/emotes", 429;
    LimitHint = "limit/hint", 429;
    LimitMatches = "limit/matches", 429;
    LimitOpen = "limit/open", 429;
    LimitOpenings = "limit/openings", 429;
    LimitRate = "limit/rate", 429;
    LimitSize = "limit/size", 413;
    LimitSockets = "limit/sockets", 429;
    LimitSolves = "limit/solves", 429;
    LimitStorage = "limit/storage", 429;
    MatchAlone = "match/alone", 409;
    MatchChair = "match/chair", 409;
    MatchElsewhere = "match/elsewhere", 503;
    MatchHost = "match/host", 403;
    MatchNoHints = "match/no-hints", 403;
    MatchNotDealt = "match/not-dealt", 409;
    MatchNotOver = "match/not-over", 409;
    MatchPresent = "match/present", 409;
    MatchResigned = "match/resigned", 409;
    MatchSealed = "match/sealed", 409;
    MatchSeat = "match/seat", 403;
    MatchSecret = "match/secret", 403;
    MatchStandIn = "match/stand-in", 400;
    MatchUnknown = "match/unknown", 404;
    MatchVersion = "match/version", 400;
    OpenClosed = "open/closed", 403;
    OpenGone = "open/gone", 409;
    RatingsOff = "ratings/off", 403;
    RecordCommitment = "record/commitment", 400;
    RecordEvent = "record/event", 400;
    RecordFormat = "record/format", 400;
    RecordMalformed = "record/malformed", 400;
    RecordResignation = "record/resignation", 400;
    RecordRules = "record/rules", 409;
    RecordScores = "record/scores", 400;
    RecordSeed = "record/seed", 400;
    RequestBots = "request/bots", 400;
    RequestChairs = "request/chairs", 400;
    RequestEvent = "request/event", 400;
    RequestHello = "request/hello", 400;
    RequestHost = "request/host", 421;
    RequestId = "request/id", 400;
    RequestMalformed = "request/malformed", 400;
    RequestMethod = "request/method", 405;
    RequestName = "request/name", 400;
    RequestNoMatch = "request/no-match", 400;
    RequestNode = "request/node", 403;
    RequestOffset = "request/offset", 400;
    RequestOrigin = "request/origin", 403;
    RequestPath = "request/path", 404;
    RequestProtocol = "request/protocol", 400;
    RequestSeat = "request/seat", 400;
    RequestSlow = "request/slow", 408;
    RequestTakeover = "request/takeover", 400;
    RequestTooLong = "request/too-long", 400;
    RequestUnknownCommand = "request/unknown-command", 400;
    SetupGame = "setup/game", 404;
    SetupMaterial = "setup/material", 400;
    SetupOption = "setup/option", 400;
    SetupPosition = "setup/position", 400;
    SetupSeats = "setup/seats", 400;
    SetupTutorial = "setup/tutorial", 404;
    SetupVariant = "setup/variant", 400;
    ShuffleSecret = "shuffle/secret", 400;
    ShuffleStage = "shuffle/stage", 409;
    StoreNotStored = "store/not-stored", 503;
    TokenNotOffered = "token/not-offered", 400;
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
