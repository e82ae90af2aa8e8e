//! From the arguments of a command to the list of sources: directories and archives are looked into.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use walkdir::WalkDir;
use zip::{CompressionMethod, ZipArchive};

use super::decode::Packing;
use super::source::{Member, Place, SourceError, SourceKind, SourceRef, is_readable_name, is_zip_name};

/// The sources that the arguments name, in their order.
///
/// A file is taken as it is; a zip archive (recognised by content) stands for its members that look like PGN, in the
/// order of the archive; a directory for its PGN, FEN and EPD files, compressed or not, at any depth, sorted by path;
/// `-` is standard input. What cannot be read, and a directory or an archive without any such file, is an error in
/// the place where its sources would be.
pub fn expand(args: &[PathBuf]) -> Vec<Result<SourceRef, SourceError>> {
    let mut list = Vec::with_capacity(args.len());
    for path in args {
        if path.as_os_str() == "-" {
            list.push(Ok(SourceRef::stdin()));
        } else if path.is_dir() {
            expand_directory(path, &mut list);
        } else {
            expand_file(path, true, &mut list);
        }
    }
    list
}

fn expand_directory(directory: &Path, list: &mut Vec<Result<SourceRef, SourceError>>) {
    let before = list.len();
    for entry in WalkDir::new(directory).follow_links(true).sort_by_file_name() {
        match entry {
            Ok(entry) => {
                let name = entry.file_name().to_string_lossy();
                if entry.file_type().is_file() && (is_readable_name(&name) || is_zip_name(&name)) {
                    expand_file(entry.path(), false, list);
                }
            }
            // A link back up the tree: its files are met on the way anyhow.
            Err(error) if error.loop_ancestor().is_some() => {}
            Err(error) => {
                let name = error.path().unwrap_or(directory).to_string_lossy().into_owned();
                let error = error.into_io_error().unwrap_or_else(|| io::ErrorKind::Other.into());
                list.push(Err(SourceError::Open { name, error }));
            }
        }
    }
    if list.len() == before {
        list.push(Err(SourceError::EmptyDirectory { name: directory.to_string_lossy().into_owned() }));
    }
}

fn expand_file(path: &Path, named: bool, list: &mut Vec<Result<SourceRef, SourceError>>) {
    match is_zip(path) {
        Ok(false) => list.push(Ok(SourceRef::file(path))),
        Ok(true) => {
            if let Err(error) = expand_zip(path, named, list) {
                list.push(Err(error));
            }
        }
        Err(error) => {
            list.push(Err(SourceError::Open { name: path.to_string_lossy().into_owned(), error }));
        }
    }
}

/// Only regular files are looked into: a pipe can be read but once.
fn is_zip(path: &Path) -> io::Result<bool> {
    if !path.metadata()?.is_file() {
        return Ok(false);
    }
    let mut head = Vec::with_capacity(8);
    File::open(path)?.take(8).read_to_end(&mut head)?;
    Ok(Packing::recognise(&head) == Packing::Zip)
}

fn expand_zip(
    path: &Path,
    named: bool,
    list: &mut Vec<Result<SourceRef, SourceError>>,
) -> Result<(), SourceError> {
    let archive_name = path.to_string_lossy().into_owned();
    let fault = |error: zip::result::ZipError| match error {
        zip::result::ZipError::Io(error) => SourceError::Read { name: archive_name.clone(), error },
        other => SourceError::Corrupt {
            name: archive_name.clone(),
            packing: Packing::Zip.name(),
            reason: other.to_string(),
        },
    };
    let file = File::open(path).map_err(|error| SourceError::Open { name: archive_name.clone(), error })?;
    let mut archive = ZipArchive::new(BufReader::new(file)).map_err(fault)?;
    let mut any = false;
    for index in 0..archive.len() {
        let member = archive.by_index_raw(index).map_err(fault)?;
        let inner = match member.name() {
            Ok(name) => name.into_owned(),
            Err(_) => String::from_utf8_lossy(member.name_raw()).into_owned(),
        };
        if !member.is_file() || !is_readable_name(&inner) {
            continue;
        }
        any = true;
        let name = format!("{archive_name}/{inner}");
        let method = member.compression();
        let supported = matches!(method, CompressionMethod::Stored | CompressionMethod::Deflated);
        list.push(match member.data_start() {
            _ if member.encrypted() => {
                Err(SourceError::Unsupported { name, reason: "the zip member is encrypted".to_owned() })
            }
            _ if !supported => Err(SourceError::Unsupported {
                name,
                reason: format!("the zip member is packed by {method}, which is not supported"),
            }),
            None => Err(SourceError::Corrupt {
                name,
                packing: Packing::Zip.name(),
                reason: "the member has no data".to_owned(),
            }),
            Some(start) => Ok(SourceRef {
                kind: SourceKind::of_name(&name),
                name,
                place: Place::Member(
                    path.to_owned(),
                    Member {
                        start,
                        packed: member.compressed_size(),
                        size: member.size(),
                        crc: member.crc32(),
                        deflated: method == CompressionMethod::Deflated,
                    },
                ),
            }),
        });
    }
    if !any && named {
        return Err(SourceError::EmptyArchive { name: archive_name });
    }
    Ok(())
}
