package io.azureccm.common.arm.gateway;

import static io.azureccm.common.arm.gateway.PipelineArmGatewayTest.body;
import static io.azureccm.common.arm.gateway.PipelineArmGatewayTest.fails;
import static io.azureccm.common.arm.gateway.ScriptedArm.LB;
import static io.azureccm.common.arm.gateway.ScriptedArm.SUBSCRIPTION;
import static io.azureccm.common.arm.gateway.ScriptedArm.shown;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmException.Kind;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmList;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.unreadable.UnreadableResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An element of a list that cannot be read is that one resource, named with what is wrong; all others are read. */
class UnreadableElementsTest {
    private static final ArmId LBS = ArmId.collection(SUBSCRIPTION, "rg", ArmTypes.LOAD_BALANCER);
    private static final String GOOD = shown(ArmId.parse(LBS + "/good"), "");

    private final ScriptedArm arm = new ScriptedArm();

    @AfterEach
    void stop() {
        arm.close();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "null | it is null, but must be an object",
            "[] | it is a list, but must be an object",
            "7 | it is 7, but must be an object",
            "{} | id is missing, but must be the id of a resource",
            "{\"id\":5} | id is 5, but must be the id of a resource",
            "{\"id\":\"kubernetes\"} | id is \"kubernetes\", but must be the id of a resource"})
    void elementThatDoesNotIdentifyItselfIsNamedByItsPosition(String element, String problem) {
        UnreadableResource unreadable = only(element);

        assertThat(unreadable.identified()).isFalse();
        assertThat(unreadable.collection()).isEqualTo(LBS);
        assertThat(unreadable.describe()).isEqualTo(
                "element 2 of the list of loadBalancers in resource group rg cannot be read: " + problem);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "{\"id\":5,\"name\":\"kubernetes\",\"properties\":{}} | id is 5, but must be the id of a resource",
            "{\"id\":ID} | name is missing, but must be a name",
            "{\"id\":ID,\"name\":\" \",\"properties\":{}} | name is \" \", but must be a name",
            "{\"id\":ID,\"name\":\"kubernetes\"} | properties is missing, but must be an object",
            "{\"id\":ID,\"name\":\"kubernetes\",\"properties\":null} | properties is null, but must be an object",
            "{\"id\":ID,\"name\":\"kubernetes\",\"properties\":{},\"tags\":[]} | tags is a list, but must be an object",
            "{\"id\":ID,\"name\":\"kubernetes\",\"properties\":{},\"tags\":{\"a\":{}}} | tags[a] is an object, but must be text",
            "{\"id\":ID,\"name\":\"kubernetes\",\"properties\":{\"probes\":null}} | properties.probes is null, but must be a list of elements with names",
            "{\"id\":ID,\"name\":\"kubernetes\",\"properties\":{\"probes\":{}}} | properties.probes is an object, but must be a list of elements with names",
            "{\"id\":ID,\"name\":\"kubernetes\",\"properties\":{\"probes\":[null]}} | properties.probes[0] is null, but must be an object",
            "{\"id\":ID,\"name\":\"kubernetes\",\"properties\":{\"probes\":[{}]}} | properties.probes[0].name is missing, but must be a name",
            "{\"id\":ID,\"name\":\"kubernetes\",\"properties\":{\"probes\":[{\"name\":\"a\"},{\"name\":\"A\"}]}} | properties.probes[1].name is \"A\", but must be another one than that of an element before it",
            "{\"id\":ID,\"name\":\"kubernetes\",\"properties\":{\"probes\":[{\"name\":\"a\",\"properties\":{\"port\":1e9}}]}} | properties.probes[0].properties.port is 1E+9, but must be a whole number",
            "{\"id\":ID,\"name\":\"kubernetes\",\"properties\":{\"frontendIPConfigurations\":[{\"name\":\"a\",\"properties\":{\"publicIPAddress\":{}}}]}} | properties.frontendIPConfigurations[0].properties.publicIPAddress.id is missing, but must be the id of a resource"})
    void elementThatIdentifiesItselfIsNamedWithTheMemberThatIsWrong(String element, String problem) {
        UnreadableResource unreadable = only(element.replace("ID", "\"" + LB + "\""));

        assertThat(unreadable.identified()).isTrue();
        assertThat(unreadable.id()).isEqualTo(LB);
        assertThat(unreadable.problem()).isEqualTo(problem);
        assertThat(unreadable.describe())
                .startsWith("loadBalancers/kubernetes in resource group rg cannot be read: ");
    }

    @Test
    void elementWithTheIdOfAnotherTypeIsNotReadAsThat() {
        assertThat(only("{\"id\":\"" + ArmId.of(SUBSCRIPTION, "rg", ArmTypes.PUBLIC_IP, "a")
                + "\",\"name\":\"a\",\"properties\":{}}").problem())
                .endsWith("but must be the id of a resource of type Microsoft.Network/loadBalancers");
    }

    @ParameterizedTest
    @ValueSource(ints = {201, 10_000, 99_000})
    void elementThatIsNestedThousandsOfLevelsDeepIsTheOnlyOneThatIsNotRead(int depth) {
        String deep = "{\"a\":".repeat(depth) + "[1,\"x\"]" + "}".repeat(depth);
        UnreadableResource known = only("{\"deep\":" + deep + "," + shown(LB, "").substring(1));
        UnreadableResource unknown = only("[" + deep + "]");

        assertThat(known.id()).isEqualTo(LB);
        assertThat(known.problem()).contains("nesting depth");
        assertThat(unknown.identified()).isFalse();
    }

    @Test
    void numberOfThousandsOfDigitsAndTextAfterItDoNotMoveTheElements() {
        ArmList all = list("{\"n\":" + "1".repeat(5_000) + ",\"s\":\"}]\\\"é\"}, " + GOOD.replace("good", "bäder-é")
                + " , -1e5,\"x\"");

        assertThat(all).extracting(node -> node.path("name").asText()).containsExactly("good", "bäder-é", "last");
        assertThat(all.unreadable()).extracting(UnreadableResource::problem)
                .anyMatch(problem -> problem.contains("5000"))
                .contains("it is \"x\", but must be an object")
                .hasSize(3);
    }

    @Test
    void resourceThatIsReadAloneFailsWithItselfAndIsNotAskedForAgain() {
        arm.server.answer(200, shown("\"properties\":{\"probes\":{}}"));

        ArmException failure = fails(() -> arm.gateway.get(LB));

        assertThat(failure.kind()).isEqualTo(Kind.UNREADABLE);
        assertThat(failure.unreadable()).contains(new UnreadableResource(LB, true,
                "properties.probes is an object, but must be a list of elements with names"));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"null | null", "5 | 5", "true | true", "[] | a list",
            "[{\"id\":null}] | a list", "\"text\" | \"text\""})
    void jsonThatIsNoObjectIsAResourceThatCannotBeRead(String answer, String shown) {
        arm.server.answer(200, answer);

        assertThat(fails(() -> arm.gateway.get(LB)).unreadable())
                .contains(new UnreadableResource(LB, true, "it is " + shown + ", but must be an object"));
    }

    @Test
    void answerToAWriteThatCannotBeReadShowsNothing() {
        arm.server.answer(200, shown("\"properties\":{\"provisioningState\":\"Succeeded\",\"probes\":{}}"));

        assertThat(arm.gateway.put(LB, body(), "").body()).isEmpty();
    }

    private UnreadableResource only(String element) {
        ArmList all = list(element);
        assertThat(all).extracting(node -> node.path("name").asText()).containsExactly("good", "last");
        assertThat(all.unreadable()).hasSize(1);
        return all.unreadable().getFirst();
    }

    private ArmList list(String elements) {
        arm.server.answer(200, "{\"value\":[" + GOOD + "," + elements + "],\"nextLink\":\"{base}/2\"}")
                .answer(200, "{\"value\":[" + GOOD.replace("good", "last") + "]}");
        return arm.gateway.list(LBS);
    }
}
