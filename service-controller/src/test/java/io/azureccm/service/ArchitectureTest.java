package io.azureccm.service;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.azureccm.common.architecture.AppArchitecture;
import io.azureccm.common.snapshot.ObservedStore;
import io.azureccm.service.informer.ServiceIndex;
import io.azureccm.service.observed.read.ObservedStateReader;
import io.azureccm.service.status.StatusWriter;
import java.time.Clock;
import java.time.InstantSource;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ArchitectureTest extends AppArchitecture {
    private static final JavaClasses RECONCILE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("/qt/test/"))
            .importPackages("io.azureccm.service.reconcile", "io.azureccm.service.plan");

    ArchitectureTest() {
        super("io.azureccm.service", "spec", "observed", "model", "plan");
    }

    @Test
    void knownStateIsMadeOfValues() {
        classes().that().resideInAPackage("..reconcile.known..").should().haveOnlyFinalFields().check(RECONCILE);
    }

    /** Planners count, and look up once, within one plan; the cache is one by equality of everything that a part is made of. */
    @Test
    void planningAndTurnsKeepNothingForTheNextTurn() {
        Set<String> withinOnePlan = Set.of("PoolMembers", "PublicIpSharers", "Tally",
                "Users", "SecurityGroupUsage", "SecurityRulePlanner", "ExistingAccess", "OperationStates",
                "PlanMemory");
        assertThat(RECONCILE.stream()
                .filter(type -> type.getPackageName().matches(".*\\.(plan|turn)(\\..*)?"))
                .filter(type -> type.getFields()
                        .stream()
                        .anyMatch(field -> !field.getModifiers().contains(JavaModifier.FINAL)))
                .map(JavaClass::getSimpleName)).isSubsetOf(withinOnePlan);
    }

    @Test
    void knownStateAndTurnsHaveNoClockReadNothingAndTellNobody() {
        noClasses().that()
                .resideInAnyPackage("..reconcile.known..", "..reconcile.turn..", "..service.plan..")
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(Clock.class, InstantSource.class, ObservedStore.class, ObservedStateReader.class)
                .orShould()
                .dependOnClassesThat()
                .resideInAnyPackage("org.slf4j..", "io.micrometer..", "io.fabric8.kubernetes.client..")
                .check(RECONCILE);
    }

    /**
     * The steps of a turn read values alone and remember nothing beside the known state. Operations, what starts them, and what is shown of
     * turns stand outside.
     */
    @Test
    void stepsOfATurnHaveNoClockNoMemoryAndNoSightOfTheWatches() {
        Set<String> outside = Set.of("ServiceScope", "ServiceOperations", "ServicePreview");
        JavaClasses steps = RECONCILE.that(DescribedPredicate.describe("steps of a turn",
                type -> type.getPackageName().equals("io.azureccm.service.reconcile")
                        && outside.stream()
                                .noneMatch(name -> type.getName().startsWith(type.getPackageName() + "." + name))));
        classes().should().haveOnlyFinalFields().check(steps);
        noClasses().should()
                .dependOnClassesThat()
                .belongToAnyOf(Clock.class, InstantSource.class, ServiceIndex.class, StatusWriter.class,
                        ObservedStore.class, ObservedStateReader.class)
                .check(steps);
        noClasses().should().dependOnClassesThat().resideInAPackage("org.slf4j..").check(steps);
    }
}
