{
  "type": 3,
  "name": "Inpaint this clip",
  "contexts": [
    0,
    1
  ],
  "integration_types": [
    0
  ]
}
