package io.azureccm.node;

import io.azureccm.common.architecture.AppArchitecture;

class ArchitectureTest extends AppArchitecture {
    ArchitectureTest() {
        super("io.azureccm.node", "spec", "observed", "plan");
    }
}
