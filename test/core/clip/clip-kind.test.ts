import { describe, expect, test } from 'vitest'
import { clipFileTypes } from '../../../src/bots/discord/incoming/clips.ts'
import { clipExtensions, fileKind, refusedByName, sortFiles } from '../../../src/core/clip/clip-kind.ts'
import { clipRows } from '../../clips/rows.ts'

describe('a file', () => {
  test.each([
    ['a.mp3', 'audio/mpeg', 'sound'],
    ['a.mp4', 'video/mp4', 'sound'],
    ['A.MP3', undefined, 'sound'],
    ['voice.3gp', undefined, 'sound'],
    ['memo.m4a', 'application/mp4', 'sound'],
    ['a.ogg', 'application/octet-stream', 'sound'],
    ['a.b.flac', undefined, 'sound'],
    ['WhatsApp Audio.mpeg', 'audio/mpeg', 'sound'],
    ['WhatsApp Audio.mpeg', 'video/mpeg', 'sound'],
    ['voice.qta', 'application/octet-stream', 'sound'],
    ['flash.f4v', 'video/x-flv', 'sound'],
    ['song.mp3.', undefined, 'sound'],
    ['song.mp3 . ', 'application/octet-stream', 'sound'],
    ['song.mp3_', undefined, 'sound'],
    ['band.wma.', undefined, { refused: 'WMA' }],
    ['stems.zip', 'application/zip', { refused: 'archive' }],
    ['stems', 'application/zip', { refused: 'archive' }],
    ['band.rar', undefined, { refused: 'archive' }],
    ['read.it', 'audio/mpeg', 'sound'],
    ['la.ra', 'audio/mp4; codecs=aac', 'sound'],
    ['song.mod', 'audio/x-new', { refused: 'tracker' }],
    ['song.mod', undefined, { refused: 'tracker' }],
    ['voice message', 'audio/ogg; codecs=opus', 'sound'],
    ['song.final', 'audio/x-new', 'sound'],
    ['voice message', 'application/ogg', 'sound'],
    ['voice message', 'application/mp4', 'sound'],
    ['take.BWF', undefined, 'sound'],
    ['take.rf64', undefined, 'sound'],
    ['a.mp3', 'text/plain', 'other'],
    ['a.mp3', 'image/png', 'other'],
    ['a.txt', 'audio/mpeg', 'other'],
    ['notes.pdf', 'application/pdf', 'other'],
    ['a.png', 'application/octet-stream', 'other'],
    ['mp3', undefined, 'unknown'],
    ['a.mp3.bin', undefined, 'unknown'],
    ['band.wma', 'audio/x-ms-wma', { refused: 'WMA' }],
    ['BAND.WMA', undefined, { refused: 'WMA' }],
    ['band.caf', 'audio/x-caf', { refused: 'CAF' }],
    ['voice message', 'audio/AMR', { refused: 'AMR' }],
    ['tune', 'audio/midi', { refused: 'MIDI' }],
  ])('%s of the type %s is known for what it is', (name, contentType, kind) => {
    expect(fileKind({ name, contentType })).toEqual(kind)
  })

  test.each([
    ['of a kind that is not taken', 'band.wma', "band.wma: WMA files can't be used. Send it as MP3, "],
    ['of no sound', 'cover.jpg', "cover.jpg isn't a readable audio file. Send an MP3, "],
  ])('%s is refused with the reason and a kind to send', (_, name, text) => {
    expect(refusedByName(name)).toMatch(new RegExp(`^${text}WAV, FLAC, OGG, M4A or WebM`))
  })

  test('whose name tells nothing is left to its contents', () => {
    expect(['song', 'song.bin', 'song.mp3'].map((name) => refusedByName(name))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

test('every file that people have is taken by its name, refused by it, or refused by its contents', () => {
  const wrong = clipRows.filter(({ name, refused }) => {
    const kind = fileKind({ name })
    return refused === undefined ? kind !== 'sound' : typeof kind === 'object' && kind.refused !== refused
  })
  expect(wrong.map(({ name }) => name)).toEqual([])
})

test('a picker offers every kind that is taken', () => {
  // https://docs.discord.com/developers/reference#file-type-filtering
  const audio = ['mp3', 'm4a', 'wav', 'ogg', 'opus', 'flac']
  const video = ['mp4', 'webm', 'mov']
  const named = clipExtensions.filter((ending) => ![...audio, ...video].includes(ending))
  expect(clipFileTypes).toEqual(['audio', 'video', ...named.map((ending) => `.${ending}`)])
})

test('the files of a message are sorted into clips, refused kinds and others', () => {
  const names = ['song.mp3', 'band.wma', 'cover.jpg', 'song.xyz']
  const [song, band, cover, strange] = names.map((name) => ({ name }))
  expect(sortFiles([band, cover, strange, song].flatMap((file) => file ?? []))).toEqual({
    clips: [song],
    refused: [{ name: 'band.wma', kind: 'WMA' }],
    unknown: ['song.xyz'],
    others: ['cover.jpg'],
  })
})
