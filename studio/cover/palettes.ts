/** Colours that go together: from the darkest to the lightest, and one that stands out. */
export type Palette = {
  readonly night: string
  readonly deep: string
  readonly middle: string
  readonly light: string
  readonly accent: string
}

export const palettes = {
  ocean: { night: '#0b2239', deep: '#12507b', middle: '#2f8f9d', light: '#f3e9d2', accent: '#f2a541' },
  dusk: { night: '#1d1136', deep: '#54265e', middle: '#c1486b', light: '#ffd6a5', accent: '#ff8552' },
  forest: { night: '#10231f', deep: '#2a5a48', middle: '#79a66f', light: '#f4f0d7', accent: '#e07a3f' },
  neon: { night: '#0a0720', deep: '#2b0f5c', middle: '#d223a5', light: '#7df9ff', accent: '#ffe74c' },
  ember: { night: '#160a0a', deep: '#4f1414', middle: '#b3321f', light: '#f4d9b1', accent: '#f7931e' },
  paper: { night: '#21262e', deep: '#38536b', middle: '#cf4b3e', light: '#f5ecd7', accent: '#e9b44c' },
  mint: { night: '#12343b', deep: '#2d6f73', middle: '#7fc8a9', light: '#fdf3dd', accent: '#f27a7d' },
  violet: { night: '#141432', deep: '#3a2d78', middle: '#8d78d6', light: '#f1e4f3', accent: '#f6b8b8' },
  frost: { night: '#0e1b2c', deep: '#27496d', middle: '#7fb2d6', light: '#eff6fa', accent: '#f4c95d' },
  gold: { night: '#191410', deep: '#4a3320', middle: '#a87a3c', light: '#f3e2bd', accent: '#d9b25f' },
} as const satisfies Readonly<Record<string, Palette>>

export type PaletteName = keyof typeof palettes
