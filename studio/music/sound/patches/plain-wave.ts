import type { SubtractivePatch } from '../patch.ts'

/** One oscillator without any of the extras; a patch says only what it adds. */
export const plainWave: Omit<SubtractivePatch, 'wave' | 'envelope'> = {
  kind: 'subtractive',
  unison: 1,
  detuneCents: 0,
  cutoffMultiple: 6,
  cutoffOctaves: 0,
  cutoffDecay: 1,
  resonance: 0.7,
  vibratoCents: 0,
  breath: 0,
  sub: 0,
}
