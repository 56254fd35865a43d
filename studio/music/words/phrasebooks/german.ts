import type { Phrasebook } from '../phrasebook.ts'

export const german: Phrasebook = {
  endings: [
    ['in der Nacht', 'aufgewacht', 'mitgebracht', 'leise und sacht', 'was es auch macht'],
    ['weit und breit', 'jederzeit', 'in die Ewigkeit', 'es ist so weit', 'in diesem Kleid'],
    ['in meinem Herz', 'ohne den Schmerz', 'himmelwärts', 'mitten im März'],
    ['mit dem Wind', 'wie ein Kind', 'wo wir sind', 'ganz geschwind'],
    ['auf dem Meer', 'hin und her', 'immer mehr', 'bitte sehr', 'nicht so schwer'],
    ['im Sonnenschein', 'nie mehr allein', 'so soll es sein', 'über Stock und Stein'],
    ['heute und hier', 'bleib bei mir', 'vor der Tür von dir', 'schwarz auf Papier'],
    ['auf dem Land', 'Hand in Hand', 'außer Rand und Band', 'unten am Strand'],
  ],
  verses: [
    'Ich träumte von: {topic}',
    'Irgendwo ist {topic}',
    'Sie erzählten von {topic}',
    'Der Morgen bringt {topic}',
    'Jemand flüstert {topic}',
    'Nichts als {topic}',
    'Ich denke an {topic}',
    'Zeig mir doch {topic}',
  ],
  pictures: [
    'Die Sterne fallen',
    'Wir laufen weiter',
    'Die Welt, sie dreht sich',
    'Die Fenster leuchten',
    'Die Glocken läuten',
    'Die Uhren ticken',
    'Wir tanzen singend',
    'Der Regen lacht nur',
  ],
  choruses: [
    'Oh, {topic}',
    'Sing ein Lied für {topic}',
    '{topic}, {topic}',
    'Hey, hey, {topic}',
    'Alles für {topic}',
    'Wir glauben an {topic}',
  ],
  themes: ['ferne Sterne', 'lange Straßen', 'goldene Sommer', 'Lichter der Stadt'],
}
