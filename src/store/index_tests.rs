//! The position index, built and read back: small ones against a model, large ones by their edges, damaged ones.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::ops::Range;

use proptest::prelude::*;

use super::index::{Bytes, Header, Index, IndexError, MAX_GAMES};
use super::index_build::{Records, build, record};

/// Keys that look like those of positions.
fn key(seed: u64) -> u64 {
    let mut x = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// The records in the order of the games, each once.
fn in_order(records: &[u64]) -> Records {
    let mut sorted: Vec<u64> = records.iter().map(|record| record.rotate_left(40)).collect();
    sorted.sort_unstable();
    sorted.dedup();
    let mut all = Records::default();
    for record in sorted.into_iter().map(|sorted| sorted.rotate_right(40)) {
        all.push(record, record as u32 & (MAX_GAMES - 1));
    }
    all
}

fn built(records: &[u64], games: u32) -> Vec<u8> {
    build(in_order(records), games).expect("records of these games").concat()
}

fn candidates<B: Bytes>(index: &Index<B>, key: u64) -> Vec<u32> {
    let mut out = Vec::new();
    index.candidates(key, &mut out).expect("a sound index");
    out
}

/// Records of (seed of a key, game).
fn records(pairs: &[(u64, u32)]) -> Vec<u64> {
    pairs.iter().map(|&(seed, game)| record(key(seed), game)).collect()
}

/// Every fingerprint and its games, as the index must have them.
fn model(index: &Index<&[u8]>, pairs: &[(u64, u32)]) -> BTreeMap<u64, BTreeSet<u32>> {
    let mut model = BTreeMap::<u64, BTreeSet<u32>>::new();
    for &(seed, game) in pairs {
        model.entry(index.fingerprint(key(seed))).or_default().insert(game);
    }
    model
}

fn check(pairs: &[(u64, u32)], games: u32) {
    let bytes = built(&records(pairs), games);
    let index = Index::open(bytes.as_slice()).expect("a sound index");
    let model = model(&index, pairs);
    for &(seed, _) in pairs {
        let expected: Vec<u32> =
            model.get(&index.fingerprint(key(seed))).into_iter().flatten().copied().collect();
        assert_eq!(candidates(&index, key(seed)), expected, "key of seed {seed}");
    }
    let mut found = Vec::new();
    index.for_each_record(|fingerprint, game| found.push((fingerprint, game))).expect("a sound index");
    let expected = model.iter().flat_map(|(&print, games)| games.iter().map(move |&game| (print, game)));
    assert!(found.iter().copied().eq(expected), "all records in order");
    assert_eq!(
        (index.records(), index.lists(), index.games()),
        (found.len() as u64, model.len() as u64, games)
    );
}

/// Many keys of one game, some of a few, some of many.
fn pairs(most: usize) -> impl Strategy<Value = (Vec<(u64, u32)>, u32)> {
    (1u32..3000).prop_flat_map(move |games| {
        let seed = prop_oneof![4 => 0u64..1_000_000, 2 => 0u64..300, 2 => 0u64..3];
        (prop::collection::vec((seed, 0..games), 0..most), Just(games))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_record_is_found_and_nothing_else((pairs, games) in pairs(3000)) {
        check(&pairs, games);
    }

    #[test]
    fn the_bytes_depend_on_the_set_of_records_alone((pairs, games) in pairs(600), twice in 0usize..600) {
        let mut records = records(&pairs);
        let expected = built(&records, games);
        records.reverse();
        records.extend_from_within(..twice.min(records.len()));
        prop_assert_eq!(built(&records, games), expected);
    }

    #[test]
    fn damaged_bytes_never_panic_and_never_name_other_games(
        (pairs, games) in pairs(400),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..5),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let mut bytes = built(&records(&pairs), games);
        for (place, value) in damage {
            let place = place.index(bytes.len());
            bytes[place] = value;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        if let Ok(index) = Index::open(bytes.as_slice()) {
            let mut out = Vec::new();
            for seed in 0..50 {
                out.clear();
                let _ = index.candidates(key(seed), &mut out);
                prop_assert!(out.is_sorted_by(|a, b| a < b) && out.iter().all(|&game| game < index.games()));
            }
            let mut last = None;
            let _ = index.for_each_record(|print, game| assert!(last.replace((print, game)) < Some((print, game))));
        }
    }

    #[test]
    fn any_bytes_behind_a_sound_header_never_panic(
        bits in (1u8..41, 0u8..6, 1u8..30), games in 0u32..5000, tail in prop::collection::vec(any::<u8>(), 200..400),
    ) {
        let (print_bits, bucket_bits, table_bits) = bits;
        let table = ((1usize << bucket_bits) + 1) * usize::from(table_bits);
        let data = (tail.len() - table.div_ceil(8).min(tail.len())) as u64;
        let (records, lists) = (u64::from(games > 0), u64::from(games > 0));
        let header = Header { format: 1, print_bits, bucket_bits, table_bits, games, records, lists, data };
        let mut bytes = header.to_bytes().to_vec();
        bytes.extend(tail);
        if let Ok(index) = Index::open(bytes.as_slice()) {
            for seed in 0..200 {
                let mut out = Vec::new();
                let _ = index.candidates(key(seed), &mut out);
                prop_assert!(out.capacity() <= bytes.len() * 8);
            }
            let _ = index.for_each_record(|_, _| {});
        }
    }
}

#[test]
fn the_bytes_do_not_depend_on_the_number_of_threads() {
    let pairs: Vec<(u64, u32)> =
        (0..60_000u64).map(|i| (key(i) % 40_000 / (1 + i % 50), i as u32 % 700)).collect();
    let records = records(&pairs);
    let expected = built(&records, 700);
    for threads in [1, 2, 3, 8, 64] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        assert!(pool.install(|| built(&records, 700)) == expected, "{threads} threads");
    }
    check(&pairs, 700);
}

#[test]
fn an_index_without_records_is_as_the_format_says() {
    let bytes = built(&[], 7);
    let header =
        [1, 8, 0, 2, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0];
    assert_eq!(bytes, [&header[..], &[0b10_00], &[0b101, 0]].concat());
    let index = Index::open(bytes.as_slice()).expect("a sound index");
    assert!(candidates(&index, 0).is_empty());
    assert!(candidates(&index, u64::MAX).is_empty());
    check(&[], 0);
}

#[test]
fn an_index_of_one_record_is_as_the_format_says() {
    let bytes = built(&[record(0xab00_0000_0000_0000, 5)], 10);
    // Counts 0 and 1; gap 0xab with k = 7; game 5 in three bits.
    let bucket = [0b0000_1101, 0b0101_1100, 0b1_0101];
    assert_eq!(bytes[Header::BYTES..], [&[0b11_00], &bucket[..]].concat());
    let index = Index::open(bytes.as_slice()).expect("a sound index");
    assert_eq!(candidates(&index, 0xabff_ffff_ffff_ffff), [5]);
    assert!(candidates(&index, 0xacff_ffff_ffff_ffff).is_empty());
}

#[test]
fn an_index_of_one_game_needs_no_bits_for_it() {
    let pairs: Vec<(u64, u32)> = (0..5000).map(|seed| (seed, 0)).collect();
    check(&pairs, 1);
    assert!(built(&records(&pairs), 1).len() < 5000 * 5 / 8);
}

#[test]
fn a_position_of_all_games_is_found_and_the_others_of_its_bucket_are() {
    let games = 50_000;
    let pairs: Vec<(u64, u32)> =
        (0..games).map(|game| (0, game)).chain((0..20_000).map(|seed| (seed, seed as u32))).collect();
    let bytes = built(&records(&pairs), games);
    let index = Index::open(bytes.as_slice()).expect("a sound index");
    assert!(candidates(&index, key(0)).into_iter().eq(0..games));
    for seed in 1..20_000 {
        assert!(candidates(&index, key(seed)).contains(&(seed as u32)), "key of seed {seed}");
    }
    index.for_each_record(|_, _| {}).expect("a sound index");
}

#[test]
fn the_largest_segment_has_its_last_game() {
    for games in [MAX_GAMES - 1, MAX_GAMES] {
        check(&[(0, 0), (0, games - 1), (1, games - 1), (2, 0), (2, 1), (2, games / 2)], games);
    }
}

#[test]
fn games_that_the_segment_does_not_have_are_refused() {
    let refused = |records: Vec<u64>, games| build(in_order(&records), games);
    assert!(matches!(refused(vec![record(1, 7)], 7), Err(IndexError::Game { game: 7, games: 7 })));
    assert!(matches!(refused(vec![], MAX_GAMES + 1), Err(IndexError::Game { .. })));
}

#[test]
fn the_header_is_compared_with_the_size_and_with_what_can_be() {
    let sound = built(&records(&[(0, 1), (1, 2), (1, 3)]), 4);
    let with = |place: usize, value: u8| {
        let mut bytes = sound.clone();
        bytes[place] = value;
        Index::open(bytes.as_slice()).map(|_| ()).expect_err("a header that cannot be").to_string()
    };
    assert_eq!(with(0, 2), "the position index has format 2, this program reads format 1");
    assert_eq!(with(1, 41), "header of the position index: fingerprint bits cannot be 41");
    assert_eq!(with(2, 9), "header of the position index: bucket bits cannot be 9");
    assert_eq!(with(3, 0), "header of the position index: bits of the table cannot be 0");
    assert_eq!(with(7, 9), "header of the position index: the number of games cannot be 150994948");
    assert_eq!(
        with(15, 1),
        "header of the position index: the number of records cannot be 72057594037927939"
    );
    assert_eq!(with(16, 4), "header of the position index: the number of lists cannot be 4");
    assert_eq!(with(31, 1).split(':').next(), Some("header of the position index"));
    for size in 0..sound.len() {
        let cut = Index::open(&sound[..size]);
        assert!(matches!(cut, Err(IndexError::Size { found, .. }) if found == size as u64), "{size} bytes");
    }
}

#[test]
fn verification_finds_counts_that_are_wrong() {
    let mut bytes = built(&records(&[(0, 1), (1, 2), (1, 3)]), 4);
    bytes[8] = 4;
    let index = Index::open(bytes.as_slice()).expect("a header that may be");
    let error = index.for_each_record(|_, _| {}).expect_err("a wrong count");
    assert_eq!(error.to_string(), "the header of the position index says 4 records, there are 3");
}

/// Bytes that note what is read of them, and cannot be read from `bad` on.
struct Watched {
    bytes: Vec<u8>,
    bad: usize,
    read: RefCell<Vec<Range<usize>>>,
}

impl Bytes for Watched {
    fn size(&self) -> usize {
        self.bytes.len()
    }

    fn get(&self, range: Range<usize>) -> io::Result<&[u8]> {
        self.read.borrow_mut().push(range.clone());
        if range.end > self.bad {
            return Err(io::Error::other("damaged"));
        }
        Bytes::get(self.bytes.as_slice(), range)
    }
}

#[test]
fn a_lookup_reads_an_entry_of_the_table_and_a_bucket() {
    let pairs: Vec<(u64, u32)> = (0..100_000).map(|seed| (seed, seed as u32)).collect();
    let bytes = built(&records(&pairs), 100_000);
    let watched = Watched { bad: bytes.len(), bytes, read: RefCell::default() };
    let index = Index::open(&watched).expect("a sound index");
    watched.read.borrow_mut().clear();
    assert!(candidates(&index, key(77)).contains(&77));
    let read: Vec<usize> = watched.read.borrow().iter().map(ExactSizeIterator::len).collect();
    assert!(matches!(read[..], [entry, bucket] if entry <= 8 && bucket < 500), "{read:?}");
}

#[test]
fn bytes_that_cannot_be_read_are_an_error_of_their_own() {
    let pairs: Vec<(u64, u32)> = (0..1000).map(|seed| (seed, seed as u32)).collect();
    let bytes = built(&records(&pairs), 1000);
    let watched = Watched { bad: bytes.len() / 2, bytes, read: RefCell::default() };
    let index = Index::open(&watched).expect("a sound header");
    assert_eq!(candidates(&index, 0).len().min(1), candidates(&index, 0).len());
    let error = index.candidates(u64::MAX, &mut Vec::new()).expect_err("a damaged half");
    assert_eq!(error.to_string(), "the position index: damaged");
}
