{
  "type": 1,
  "name": "tts",
  "description": "Read text aloud",
  "options": [
    {
      "name": "text",
      "description": "Text to read aloud",
      "required": true,
      "type": 3,
      "max_length": 6000
    },
    {
      "name": "voice",
      "description": "Voice to read it: start typing its name",
      "required": false,
      "type": 3,
      "autocomplete": true,
      "max_length": 200
    },
    {
      "name": "gender",
      "description": "Gender of the voice, if you don't choose one",
      "required": false,
      "type": 3,
      "choices": [
        {
          "name": "Male",
          "value": "male"
        },
        {
          "name": "Female",
          "value": "female"
        }
      ]
    },
    {
      "type": 11,
      "name": "sample",
      "description": "Recording of a voice to imitate, without music",
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
      "name": "sample_link",
      "description": "A link instead of a file, or a take such as 3f2akd7c.2",
      "required": false,
      "max_length": 2000
    },
    {
      "name": "permission",
      "description": "You made this, or its owner agreed",
      "required": false,
      "type": 5
    },
    {
      "name": "seen_by",
      "description": "Who sees it (\"Only me\" goes to your direct messages)",
      "required": false,
      "type": 3,
      "choices": [
        {
          "name": "Everyone here",
          "value": "here"
        },
        {
          "name": "Only me",
          "value": "me"
        }
      ]
    },
    {
      "name": "spoiler",
      "description": "Hide audio, cover and lyrics until someone clicks (on Slack, they go to the thread)",
      "required": false,
      "type": 5
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
