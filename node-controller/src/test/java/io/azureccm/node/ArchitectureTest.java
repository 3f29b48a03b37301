package io.azureccm.node;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.azureccm.common.architecture.AppArchitecture;
import io.azureccm.common.architecture.TurnRules;
import io.azureccm.node.informer.NodeIndex;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ArchitectureTest extends AppArchitecture {
    private static final JavaClasses PRODUCTION = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("/test/io/"))
            .importPackages("io.azureccm.node");
    private static final String[] TURNS = {"io.azureccm.node.plan", "io.azureccm.node.reconcile.known",
            "io.azureccm.node.reconcile.turn", "io.azureccm.node.ipam.turn"};

    ArchitectureTest() {
        super("io.azureccm.node", "spec", "observed", "plan");
    }

    @TestFactory
    Stream<DynamicTest> turnKeepsTheRule() {
        return TurnRules.of(TURNS)
                .stream()
                .map(rule -> DynamicTest.dynamicTest(rule.getDescription(), () -> rule.check(PRODUCTION)));
    }

    /** What the watch shows comes to a turn as an event. */
    @Test
    void turnsDoNotReadTheWatch() {
        noClasses().that()
                .resideInAnyPackage("..reconcile.known", "..reconcile.turn", "..ipam.turn")
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(NodeIndex.class)
                .orShould()
                .dependOnClassesThat()
                .resideInAnyPackage("io.azureccm.node.ipam", "io.azureccm.node.reconcile")
                .check(PRODUCTION);
    }

    @Test
    void ruleAboutAPackageThatIsGoneFails() {
        assertThatThrownBy(() -> TurnRules.of("io.azureccm.node.gone").getFirst().check(PRODUCTION))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("failed to check any classes");
    }
}
