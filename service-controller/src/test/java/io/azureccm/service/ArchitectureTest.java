package io.azureccm.service;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.azureccm.common.architecture.AppArchitecture;
import java.time.Clock;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class ArchitectureTest extends AppArchitecture {
    private static final JavaClasses RECONCILE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("/qt/test/"))
            .importPackages("io.azureccm.service.reconcile");

    ArchitectureTest() {
        super("io.azureccm.service", "spec", "observed", "model", "plan");
    }

    @Test
    void knownStateIsMadeOfValues() {
        classes().that().resideInAPackage("..reconcile.known..").should().haveOnlyFinalFields().check(RECONCILE);
    }

    @Test
    void knownStateAndTurnsHaveNoClockAndTellNobody() {
        noClasses().that()
                .resideInAnyPackage("..reconcile.known..", "..reconcile.turn..")
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(Clock.class, InstantSource.class)
                .orShould()
                .dependOnClassesThat()
                .resideInAnyPackage("org.slf4j..", "io.micrometer..", "io.fabric8.kubernetes.client..")
                .check(RECONCILE);
    }
}
