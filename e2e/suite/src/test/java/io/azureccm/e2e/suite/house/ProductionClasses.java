package io.azureccm.e2e.suite.house;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;

/** The production classes of every module, read once for all tests. */
final class ProductionClasses {
    static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(location -> !location.contains("/test-classes/") && !location.contains("/test/io/")
                    && !location.contains("-tests.jar"))
            .importPackages("io.azureccm");

    private ProductionClasses() {}
}
