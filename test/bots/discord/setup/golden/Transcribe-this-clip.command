{
  "type": 3,
  "name": "Transcribe this clip",
  "contexts": [
    0,
    1
  ],
  "integration_types": [
    0
  ]
}
