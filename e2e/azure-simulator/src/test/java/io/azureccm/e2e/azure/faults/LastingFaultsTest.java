package io.azureccm.e2e.azure.faults;

import static io.azureccm.e2e.azure.ArmTestClient.COMPUTE;
import static io.azureccm.e2e.azure.ArmTestClient.GROUP;
import static io.azureccm.e2e.azure.ArmTestClient.NETWORK;
import static io.azureccm.e2e.azure.ArmTestClient.SUBSCRIPTION;
import static io.azureccm.e2e.azure.ArmTestClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.POJONode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.azureccm.e2e.azure.ArmTestClient;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.faults.Content;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.azure.operations.ManualClock;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.azure.wire.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Faults that are bound to what a request contains, or to a scope, and last until they are removed. */
class LastingFaultsTest {
    private static final String IP = NETWORK + "publicIPAddresses/";
    private static final String NSG = NETWORK + "networkSecurityGroups/k8s-nsg";
    private static final String MACHINES = COMPUTE + "virtualMachineScaleSets/vmss-a/virtualMachines";

    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final AzureSimulator simulator = AzureSimulator.builder()
            .infrastructure(Infrastructure.standard().scaleSet("vmss-a", 2))
            .clock(clock)
            .start();
    private final ArmTestClient arm = new ArmTestClient(simulator);

    @AfterEach
    void close() {
        simulator.close();
    }

    private static ObjectNode address(String tag) {
        return json("{'location':'eastus','sku':{'name':'Standard'},'tags':{'k8s':'" + tag
                + "'},'properties':{'publicIPAllocationMethod':'Static'}}");
    }

    private static ObjectNode rules(String... sources) {
        ObjectNode group = json("{'location':'eastus'}");
        for (String source : sources) {
            ObjectNode rule = Json.arrayAt(Json.properties(group), "securityRules").addObject();
            rule.put("name", "r-" + source.length());
            rule.set("properties", json("{'priority':" + (500 + source.length())
                    + ",'direction':'Inbound','access':'Allow','protocol':'Tcp','sourcePortRange':'*',"
                    + "'destinationPortRange':'80','destinationAddressPrefix':'*'}"));
            Json.properties(rule).put("sourceAddressPrefix", source);
        }
        return group;
    }

    private static ObjectNode balancer(String name) {
        return json(
                "{'location':'eastus','sku':{'name':'Standard'},'properties':{'frontendIPConfigurations':[{'name':'fe',"
                        + "'properties':{'publicIPAddress':{'id':'" + IP + name + "'}}}]}}");
    }

    @Test
    void aPatternOnTheBodyRefusesEachWriteThatHasItUntilTheFaultIsRemoved() {
        int id = simulator.faults()
                .add(Fault.on("PUT", "publicIPAddresses", new FaultAction.Refuse(400, "SomethingNew", "no"))
                        .content(new Content.Text(Content.pattern("default/svc-1\"")))
                        .during(Duration.ZERO, Duration.ofHours(1)));
        assertThat(arm.put(IP + "other", address("default/svc-10")).status()).isEqualTo(201);
        for (int i = 0; i < 3; i++)
            assertThat(arm.put(IP + "vip", address("default/svc-1")).code()).isEqualTo("SomethingNew");
        clock.advance(Duration.ofHours(1));
        assertThat(arm.put(IP + "vip", address("default/svc-1")).status()).isEqualTo(201);
        assertThat(simulator.faults().remove(id)).isTrue();
    }

    @Test
    void aLimitOfTagValuesOrElementsRefusesMore() {
        simulator.faults()
                .add(Fault.on("PUT", "*", new FaultAction.Refuse(400, "InvalidTagValueLength", "too long"))
                        .content(new Content.TagValue(5)));
        simulator.faults()
                .add(Fault.on("PUT", "*", new FaultAction.Refuse(400, "TooManyRules", "too many"))
                        .content(new Content.Elements("/properties/securityRules", 2)));
        assertThat(arm.put(IP + "vip", address("12345")).status()).isEqualTo(201);
        assertThat(arm.put(IP + "vip", address("123456")).code()).isEqualTo("InvalidTagValueLength");
        assertThat(arm.put(NSG, rules("10.0.0.0/8", "10.10.0.0/16")).status()).isEqualTo(200);
        assertThat(arm.put(NSG, rules("10.0.0.0/8", "10.10.0.0/16", "10.100.0.0/16")).code()).isEqualTo("TooManyRules");
    }

    static List<String> scopes() {
        return List.of(NSG, GROUP, "/subscriptions/" + SUBSCRIPTION);
    }

    @ParameterizedTest
    @MethodSource("scopes")
    void aLockRefusesWritesAtAndBelowItsScopeAndNamesIt(String scope) {
        simulator.faults().add(Fault.lock(scope, false));
        ArmTestClient.Reply refused = arm.put(NSG, rules("10.0.0.0/8"));
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.code()).isEqualTo("ScopeLocked");
        assertThat(refused.message())
                .isEqualTo("The scope '" + NSG + "' cannot perform write operation because following"
                        + " scope(s) are locked: '" + scope + "'. Please remove the lock and try again.");
        assertThat(arm.delete(NSG).message()).contains("cannot perform delete operation");
        assertThat(arm.get(NSG).status()).isEqualTo(200);
    }

    @Test
    void aLockOfDeletionsLetsOtherWritesPassAndALockConcernsNoSibling() {
        arm.put(IP + "vip", address(""));
        arm.put(IP + "vip-2", address(""));
        simulator.faults().add(Fault.lock(IP + "vip", true));
        assertThat(arm.put(IP + "vip", address("changed")).status()).isEqualTo(200);
        assertThat(arm.delete(IP + "vip").code()).isEqualTo("ScopeLocked");
        assertThat(arm.delete(IP + "vip-2").status()).isEqualTo(202);
    }

    @Test
    void aPolicyDeniesAValueWhereverItIsInTheArray() {
        simulator.faults()
                .add(Fault.policy("no-internet", "networkSecurityGroups",
                        "/properties/securityRules/*/properties/sourceAddressPrefix", "^Internet$", false));
        assertThat(arm.put(NSG, rules("10.0.0.0/8")).status()).isEqualTo(200);
        ArmTestClient.Reply refused = arm.put(NSG, rules("10.0.0.0/8", "Internet"));
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.header("x-ms-failure-cause")).isEqualTo("gateway");
        JsonNode error = refused.json().path("error");
        assertThat(error.path("code").asText()).isEqualTo("RequestDisallowedByPolicy");
        assertThat(error.path("target").asText()).isEqualTo("k8s-nsg");
        assertThat(error.path("message").asText()).startsWith("Resource 'k8s-nsg' was disallowed by policy. Policy"
                + " identifiers: '[{\"policyAssignment\":{\"name\":\"no-internet\",\"id\":\"/subscriptions/");
        assertThat(error.at("/additionalInfo/0/type").asText()).isEqualTo("PolicyViolation");
        assertThat(error.at("/additionalInfo/0/info/policyAssignmentName").asText()).isEqualTo("no-internet");
        assertThat(error.at("/additionalInfo/0/info").has("evaluationDetails")).isFalse();
    }

    @Test
    void aClientThatMayReadPoliciesIsToldWhatWasEvaluated() {
        simulator.faults()
                .add(Fault.policy("no-internet", "networkSecurityGroups",
                        "/properties/securityRules/*/properties/sourceAddressPrefix", "^Internet$", true));
        JsonNode evaluated = arm.put(NSG, rules("Internet"))
                .json()
                .at("/error/additionalInfo/0/info/evaluationDetails/evaluatedExpressions/0");
        assertThat(evaluated.path("path").asText())
                .isEqualTo("properties.securityRules[*].properties.sourceAddressPrefix");
        assertThat(evaluated.path("expressionValue").asText()).isEqualTo("Internet");
    }

    @Test
    void aMissingRightOnALinkedResourceIsNamedWithItsId() {
        arm.put(IP + "mine", address(""));
        arm.put(IP + "theirs", address(""));
        simulator.faults().add(Fault.missingLinkedRight("loadBalancers", "publicIPAddresses/theirs$"));
        assertThat(arm.put(NETWORK + "loadBalancers/lb", balancer("mine")).status()).isEqualTo(201);
        ArmTestClient.Reply refused = arm.put(NETWORK + "loadBalancers/lb", balancer("theirs"));
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.code()).isEqualTo("LinkedAuthorizationFailed");
        assertThat(refused.message())
                .startsWith("The client 'test-client' with object id 'test-client' has permission to"
                        + " perform action 'Microsoft.Network/loadBalancers/write' on scope '" + NETWORK
                        + "loadBalancers/lb';"
                        + " however, it does not have permission to perform action(s)"
                        + " 'Microsoft.Network/publicIPAddresses/join/action' on the linked scope(s) '" + IP
                        + "theirs'");
    }

    @Test
    void aResourceOfAListMayBeBrokenAndTheOthersAreNot() {
        JsonNode before = arm.get(MACHINES).json().path("value");
        simulator.faults()
                .add(Fault.on("GET", "virtualMachineScaleSets/virtualMachines",
                        new FaultAction.Replace(MACHINES + "/1", "/id", Json.tree(5))));
        JsonNode value = arm.get(MACHINES).json().path("value");
        assertThat(value.path(0)).isEqualTo(before.path(0));
        assertThat(value.path(1).path("id").asInt()).isEqualTo(5);
        assertThat(value.path(1).path("name")).isEqualTo(before.path(1).path("name"));
        assertThat(arm.get(MACHINES + "/1").json().path("id").isInt()).isTrue();
        simulator.faults().clear();
        simulator.faults()
                .add(Fault.on("*", "*", new FaultAction.Replace(MACHINES + "/1", "", Json.tree("no machine"))));
        assertThat(arm.get(MACHINES).json().at("/value/1").asText()).isEqualTo("no machine");
    }

    @Test
    void anElementWithinAResourceMayBeBrokenOrLeftOut() {
        ObjectNode rules = rules("10.0.0.0/8", "Internet");
        arm.put(NSG, rules);
        JsonNode whole = arm.get(NSG).json();
        String first = "/properties/securityRules/0";
        simulator.faults().add(Fault.on("GET", "*", new FaultAction.Replace(NSG, first, Json.tree(List.of()))));
        assertThat(arm.get(NSG).json().at(first)).isEqualTo(Json.tree(List.of()));
        assertThat(arm.get(NSG).json().at("/properties/securityRules/1")).isEqualTo(whole.at(
                "/properties/securityRules/1"));
        simulator.faults().clear();
        arm.send("POST", "/_sim/faults",
                "{\"action\":\"replace\",\"id\":\"" + NSG + "\",\"pointer\":\"" + first + "\"}");
        assertThat(arm.get(NSG).json().at(first)).isEqualTo(whole.at("/properties/securityRules/1"));
        simulator.faults()
                .add(Fault.on("GET", "*",
                        new FaultAction.Replace(NSG, "/properties", new POJONode(new RawValue("[[1e999]]")))));
        assertThat(arm.get(NSG).raw().body()).contains("\"properties\":[[1e999]]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "{'action':'lock','scope':'NSG'} | ScopeLocked",
            "{'action':'policy','name':'p','type':'networkSecurityGroups','path':'/properties/securityRules/*/properties/"
                    + "sourceAddressPrefix','value':'^Internet$'} | RequestDisallowedByPolicy",
            "{'action':'missingLinkedRight','type':'networkSecurityGroups','refersTo':'routeTables/x$'} | ''",
            "{'action':'refuse','verb':'put','body':':.INTERNET','status':400,'code':'New'} | New",
            "{'action':'refuse','verb':'write','elements':'/properties/securityRules','over':0,'code':'New'} | New",
            "{'action':'refuse','tagValueOver':0,'code':'New'} | ''",
            "{'action':'lock','scope':'NSG','deletionsOnly':true} | ''"})
    void theControlApiTakesThem(String fault, String code) {
        String body = json(fault).toString().replace("NSG", NSG);
        assertThat(arm.send("POST", "/_sim/faults", body).status()).isEqualTo(201);
        assertThat(arm.put(NSG, rules("Internet")).code()).isEqualTo(code);
        assertThat(arm.get("/_sim/faults").json().at("/0/fired").asInt()).isEqualTo(code.isEmpty() ? 0 : 1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "{'action':'lock'} | scope", "{'action':'policy','name':'p','path':'/a'} | value",
            "{'action':'refuse','body':'a','tagValueOver':3} | one of body",
            "{'action':'replace','id':'a'} | a value or a pointer",
            "{'action':'refuse','elements':'properties'} | must begin with a slash"})
    void aFaultThatSaysTooLittleOrTooMuchIsRejectedWithTheReason(String fault, String reason) {
        ArmTestClient.Reply wrong = arm.send("POST", "/_sim/faults", json(fault).toString());
        assertThat(wrong.status()).isEqualTo(400);
        assertThat(wrong.message()).contains(reason);
    }
}
