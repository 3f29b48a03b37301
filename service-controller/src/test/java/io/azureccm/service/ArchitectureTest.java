package io.azureccm.service;

import io.azureccm.common.architecture.AppArchitecture;

class ArchitectureTest extends AppArchitecture {
    ArchitectureTest() {
        super("io.azureccm.service");
    }
}
