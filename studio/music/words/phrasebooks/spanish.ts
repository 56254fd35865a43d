import type { Phrasebook } from '../phrasebook.ts'

export const spanish: Phrasebook = {
  endings: [
    ['en mi corazón', 'con esta canción', 'sin razón', 'en cada estación', 'llena de emoción'],
    ['junto al mar', 'sin parar', 'al despertar', 'quiero cantar', 'vuelvo a soñar'],
    ['hasta el amanecer', 'vuelvo a nacer', 'sin querer', 'sin temer', 'al atardecer'],
    ['bajo el sol', 'como un girasol', 'lejos del control', 'luz de farol'],
    ['noche y día', 'con alegría', 'qué melodía', 'todavía', 'alma mía'],
    ['sin final', 'tan especial', 'como un cristal', 'bajo el portal'],
    ['por la ciudad', 'con libertad', 'en soledad', 'es de verdad'],
    ['con el viento', 'cada momento', 'lo que siento', 'sin lamento'],
  ],
  verses: [
    'Yo soñaba con {topic}',
    'Me hablaron de {topic}',
    'La mañana trae {topic}',
    'Alguien susurra {topic}',
    'Nada más que {topic}',
    'Yo recuerdo {topic}',
    'Siempre pienso en {topic}',
    'Cuéntame de {topic}',
  ],
  pictures: [
    'Las estrellas caen',
    'Vamos corriendo',
    'El mundo gira',
    'Brillan las ventanas',
    'Suenan las campanas',
    'Mis manos tiemblan',
    'Tú te reías',
    'La luna baila',
  ],
  choruses: [
    'Oh, {topic}',
    'Canta por {topic}',
    '{topic}, {topic}',
    'Hey, hey, {topic}',
    'Todo por {topic}',
    'Yo creo en {topic}',
  ],
  themes: ['caminos abiertos', 'veranos dorados', 'luces lejanas', 'estrellas perdidas'],
}
