{
  "type": 1,
  "name": "voice",
  "description": "Give a clip another voice",
  "options": [
    {
      "name": "voice",
      "description": "Who sings or speaks it now: a name, or the beginning of one",
      "required": true,
      "type": 3,
      "autocomplete": true,
      "max_length": 200
    },
    {
      "type": 11,
      "name": "clip",
      "description": "What gets another voice: an audio file",
      "required": false,
      "file_types": [
        "audio",
        "video",
        ".3g2",
        ".3ga",
        ".3gp",
        ".3gpp",
        ".aac",
        ".aif",
        ".aifc",
        ".aiff",
        ".aiffc",
        ".bwf",
        ".f4a",
        ".f4v",
        ".m4b",
        ".m4r",
        ".m4v",
        ".mka",
        ".mkv",
        ".mp2",
        ".mpa",
        ".mpeg",
        ".mpg",
        ".mpga",
        ".oga",
        ".ogv",
        ".qt",
        ".qta",
        ".rf64",
        ".wave",
        ".weba"
      ]
    },
    {
      "type": 3,
      "name": "clip_link",
      "description": "Instead of a file: its web address, or a take of a result such as 3f2akd7c.2",
      "required": false,
      "max_length": 2000
    },
    {
      "name": "pitch",
      "description": "How many semitones higher, or lower with a minus",
      "required": false,
      "type": 4,
      "min_value": -12,
      "max_value": 12
    },
    {
      "name": "clean",
      "description": "Take background noise away",
      "required": false,
      "type": 5
    },
    {
      "name": "seen_by",
      "description": "Who sees it; with \"Only me\" it comes to your direct messages",
      "required": false,
      "type": 3,
      "choices": [
        {
          "name": "Everybody here",
          "value": "here"
        },
        {
          "name": "Only me",
          "value": "me"
        }
      ]
    }
  ],
  "contexts": [
    0,
    1
  ],
  "integration_types": [
    0
  ]
}
