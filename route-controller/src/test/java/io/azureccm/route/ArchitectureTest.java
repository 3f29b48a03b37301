package io.azureccm.route;

import io.azureccm.common.architecture.AppArchitecture;

class ArchitectureTest extends AppArchitecture {
    ArchitectureTest() {
        super("io.azureccm.route", "spec", "observed", "plan");
    }
}
