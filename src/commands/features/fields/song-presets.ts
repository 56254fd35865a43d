import type { Preset } from '../../../core/command/starters.ts'
import { declared } from '../../../core/text/say.ts'

/** Styles to begin a song with, for members who open its form without a prompt in mind. */
export const songPresets: readonly Preset[] = [
  {
    id: 'sea-shanty',
    label: declared('Sea shanty'),
    values: { style: 'sea shanty' },
    ideas: [
      'A sea shanty about a crew that only sails on Fridays',
      'A sea shanty about a lighthouse keeper who is afraid of the dark',
      'A sea shanty about a ship full of cats',
    ],
  },
  {
    id: 'lo-fi',
    label: declared('Lo-fi beats'),
    values: { style: 'lo-fi hip hop' },
    ideas: [
      'A calm lo-fi beat for a rainy evening at a desk',
      'A lo-fi beat about the last train home',
      'A sleepy lo-fi beat with the sound of a distant café',
    ],
  },
  {
    id: 'power-ballad',
    label: declared('Power ballad'),
    values: { style: 'power ballad' },
    ideas: [
      'A power ballad about a lost umbrella',
      'A power ballad from a houseplant to the person who waters it',
      'A power ballad about the last slice of pizza',
    ],
  },
  {
    id: 'synthwave',
    label: declared('Synthwave'),
    values: { style: 'synthwave' },
    ideas: [
      'Synthwave for a night drive along the coast',
      'Synthwave about a robot that learns to dance',
      'Synthwave about an arcade that never closes',
    ],
  },
  {
    id: 'bossa-nova',
    label: declared('Bossa nova'),
    values: { style: 'bossa nova' },
    ideas: [
      'A bossa nova about coffee getting cold on a balcony',
      'A bossa nova about two strangers sharing a bench',
      'A bossa nova about a dog who waits by the sea',
    ],
  },
  {
    id: 'country',
    label: declared('Country'),
    values: { style: 'country' },
    ideas: [
      'A country song about a truck that outlived three owners',
      'A country song about moving back to a small town',
      'A country song about a slow internet connection',
    ],
  },
  {
    id: 'hip-hop',
    label: declared('Hip hop'),
    values: { style: 'hip hop' },
    ideas: [
      'Old-school hip hop about the quickest way to the bakery',
      'Hip hop about finishing a project five minutes before the deadline',
      'Hip hop about a chess game in the park',
    ],
  },
  {
    id: 'heavy-metal',
    label: declared('Heavy metal'),
    values: { style: 'heavy metal' },
    ideas: [
      'Heavy metal about assembling a wardrobe without the manual',
      'Heavy metal about a dragon with a cold',
      'Heavy metal about Monday morning',
    ],
  },
  {
    id: 'jazz',
    label: declared('Jazz'),
    values: { style: 'smooth jazz' },
    ideas: [
      'Smooth jazz for a late dinner in an empty restaurant',
      'Jazz about a saxophone player who lost the keys',
      'Jazz about walking home in the first snow',
    ],
  },
  {
    id: 'orchestral',
    label: declared('Film score'),
    values: { style: 'film score' },
    ideas: [
      'A film score for the moment the rescue ship appears',
      'A film score for a very small hero on a very long road',
      'A film score for opening a letter after twenty years',
    ],
  },
  {
    id: 'lullaby',
    label: declared('Lullaby'),
    values: { style: 'lullaby' },
    ideas: [
      'A lullaby for a little robot whose battery is low',
      'A lullaby about counting clouds instead of sheep',
      'A lullaby for a fox under the stars',
    ],
  },
  {
    id: 'jingle',
    label: declared('Jingle'),
    values: { style: 'jingle' },
    ideas: [
      'A cheerful jingle for a bakery that opens at dawn',
      'A jingle for a team that just shipped a new release',
      'A jingle for a podcast about forgotten inventions',
    ],
  },
]
