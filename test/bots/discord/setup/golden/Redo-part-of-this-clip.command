{
  "type": 3,
  "name": "Redo part of this clip",
  "contexts": [
    0,
    1
  ],
  "integration_types": [
    0
  ]
}
