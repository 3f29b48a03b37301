package io.azureccm.service;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import io.azureccm.service.model.ArmJson;
import org.junit.jupiter.api.Test;

/** Only the model knows ARM's JSON: planners neither read nor build it. */
class ArmJsonKnowledgeTest {
    private static final String PLAN = "io.azureccm.service.plan";

    /** A violation: a planner that reads JSON. */
    static final class ReadsJson {
        int port(ObjectNode rule) {
            return rule.path("properties").path("frontendPort").asInt();
        }
    }

    /** Another violation. */
    static final class ReadsByPath {
        String port(ObjectNode rule) {
            return ArmJson.text(rule, "properties", "frontendPort");
        }
    }

    @Test
    void plannersDoNotTouchJson() {
        neitherReadsNorBuildsJson(PLAN + "..").check(new ClassFileImporter()
                .withImportOption(location -> !location.contains("/test-classes/") && !location.contains("/test/io/"))
                .importPackages(PLAN));
    }

    @Test
    void ruleFindsClassThatReadsJsonItself() {
        assertThatThrownBy(() -> neitherReadsNorBuildsJson("io.azureccm.service")
                .check(new ClassFileImporter().importClasses(ReadsJson.class))).isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> neitherReadsNorBuildsJson("io.azureccm.service")
                .check(new ClassFileImporter().importClasses(ReadsByPath.class))).isInstanceOf(AssertionError.class);
    }

    private static ArchRule neitherReadsNorBuildsJson(String packages) {
        return noClasses().that()
                .resideInAPackage(packages)
                .should()
                .callMethodWhere(DescribedPredicate.describe("a method of a JSON tree is called",
                        (JavaMethodCall call) -> call.getTargetOwner().isAssignableTo(JsonNode.class)))
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(ArmJson.class)
                .as("planners neither read nor build JSON");
    }
}
