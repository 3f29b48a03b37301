package io.azureccm.e2e.azure;

import static io.azureccm.e2e.azure.ArmTestClient.COMPUTE;
import static io.azureccm.e2e.azure.ArmTestClient.GROUP;
import static io.azureccm.e2e.azure.ArmTestClient.NETWORK;
import static io.azureccm.e2e.azure.ArmTestClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.azure.wire.Json;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Facts from recordings of the real Azure Resource Manager. */
class RecordedFactsTest {
    private final AzureSimulator simulator = AzureSimulator.builder()
            .infrastructure(Infrastructure.standard().scaleSet("vmss-a", 1))
            .start();
    private final ArmTestClient arm = new ArmTestClient(simulator);

    @AfterEach
    void close() {
        simulator.close();
    }

    private static List<String> names(JsonNode object) {
        return object.properties().stream().map(Map.Entry::getKey).toList();
    }

    @Test
    void aPublicAddressWithoutAnythingIsBasicAndDynamicWithoutAddress() {
        JsonNode made = arm.put(NETWORK + "publicIPAddresses/p", json("{'location':'eastus'}")).json();
        assertThat(made.get("sku")).isEqualTo(json("{'name':'Basic','tier':'Regional'}"));
        assertThat(names(made.get("properties"))).containsExactlyInAnyOrder("provisioningState", "resourceGuid",
                "publicIPAddressVersion", "publicIPAllocationMethod", "idleTimeoutInMinutes", "ipTags");
    }

    @Test
    void aLoadBalancerReducesThePublicAddressToItsIdAndShowsAllItsLists() {
        JsonNode address = arm
                .put(NETWORK + "publicIPAddresses/p", json("{'location':'eastus','sku':{'name':'Standard'},"
                        + "'properties':{'publicIPAllocationMethod':'Static'}}"))
                .json();
        ObjectNode body = json("{'location':'eastus','sku':{'name':'Standard'},'properties':{"
                + "'frontendIPConfigurations':[{'name':'fe','properties':{}}]}}");
        ((ObjectNode) body.at("/properties/frontendIPConfigurations/0/properties")).set("publicIPAddress", address);
        ArmTestClient.Reply reply = arm.put(NETWORK + "loadBalancers/lb", body);
        assertThat(reply.status()).isEqualTo(201);
        JsonNode properties = reply.json().get("properties");
        assertThat(names(properties)).containsExactlyInAnyOrder("provisioningState", "resourceGuid",
                "frontendIPConfigurations", "backendAddressPools", "loadBalancingRules", "probes", "inboundNatRules",
                "outboundRules", "inboundNatPools");
        JsonNode frontend = properties.get("frontendIPConfigurations").get(0);
        assertThat(frontend.get("properties")).isEqualTo(json("{'provisioningState':'Succeeded',"
                + "'privateIPAllocationMethod':'Dynamic','publicIPAddress':{'id':'" + NETWORK
                + "publicIPAddresses/p'}}"));
        assertThat(frontend.get("type").asText()).isEqualTo("Microsoft.Network/loadBalancers/frontendIPConfigurations");
        assertThat(frontend.get("etag")).isEqualTo(reply.json().get("etag"));
        assertThat(reply.header("ETag")).as("only reads of network resources tell the etag in a header").isEmpty();
        assertThat(arm.get(NETWORK + "loadBalancers/lb").header("ETag")).startsWith("W/\"");
    }

    @Test
    void aPoolOfItsOwnUrlHasEmptyAddresses() {
        arm.put(NETWORK + "loadBalancers/lb", json("{'location':'eastus'}"));
        ArmTestClient.Reply made = arm.put(NETWORK + "loadBalancers/lb/backendAddressPools/p",
                json("{'properties':{}}"));
        assertThat(made.status()).isEqualTo(201);
        assertThat(made.header("Azure-AsyncOperation")).isNotEmpty();
        assertThat(made.json().get("properties"))
                .isEqualTo(json("{'provisioningState':'Succeeded','loadBalancerBackendAddresses':[]}"));
        assertThat(arm.put(NETWORK + "loadBalancers/lb/backendAddressPools/p", json("{'properties':{}}")).status())
                .isEqualTo(200);
        assertThat(arm.delete(NETWORK + "loadBalancers/lb/backendAddressPools/p").status()).isEqualTo(202);
        ArmTestClient.Reply missing = arm.get(NETWORK + "loadBalancers/lb/backendAddressPools/p");
        assertThat(missing.json().at("/error/details").isArray()).isTrue();
    }

    @Test
    void aSecurityGroupHasSixDefaultRules() {
        JsonNode rules = arm.get(NETWORK + "networkSecurityGroups/k8s-nsg")
                .json()
                .at("/properties/defaultSecurityRules");
        assertThat(StreamSupport.stream(rules.spliterator(), false)
                .map(rule -> rule.get("name").asText() + " " + rule.at("/properties/priority").asInt()))
                .containsExactly("AllowVnetInBound 65000", "AllowAzureLoadBalancerInBound 65001",
                        "DenyAllInBound 65500",
                        "AllowVnetOutBound 65000", "AllowInternetOutBound 65001", "DenyAllOutBound 65500");
    }

    @Test
    void anInterfaceIsWrittenWithoutOperationAndDeletedWithOne() {
        ArmTestClient.Reply made = arm.put(NETWORK + "networkInterfaces/n", json("{'location':'eastus','properties':{"
                + "'ipConfigurations':[{'name':'ip','properties':{'subnet':{'id':'"
                + Infrastructure.standard().subnetId()
                + "'}}}]}}"));
        assertThat(made.status()).isEqualTo(201);
        assertThat(made.header("Azure-AsyncOperation")).isEmpty();
        assertThat(made.json().at("/properties/ipConfigurations/0/properties/primary").asBoolean()).isTrue();
        assertThat(made.json().get("kind").asText()).isEqualTo("Regular");
        ArmTestClient.Reply deleted = arm.delete(NETWORK + "networkInterfaces/n");
        assertThat(deleted.header("Azure-AsyncOperation")).isNotEmpty();
        assertThat(deleted.header("Location")).isNotEmpty();
    }

    @Test
    void networkAnswersAWrongEtagWithDetailsAndComputeWithout() {
        ArmTestClient.Reply network = arm.send("PUT", NETWORK + "routeTables/k8s-rt", "{\"location\":\"eastus\"}",
                "If-Match", "invalid");
        assertThat(network.status()).isEqualTo(412);
        assertThat(network.json().at("/error/message").asText()).isEqualTo("Precondition failed.");
        assertThat(network.json().at("/error/details/0/code").asText()).isEqualTo("PreconditionFailedEtagMismatch");
        assertThat(network.json().at("/error/details/0/message").asText()).contains("W/\"invalid\"")
                .endsWith("of resource " + NETWORK + "routeTables/k8s-rt in NRP data store.");
        ArmTestClient.Reply compute = arm.send("PUT", COMPUTE + "virtualMachineScaleSets/vmss-a/virtualMachines/0",
                "{}", "If-Match", "invalid-etag");
        assertThat(compute.status()).isEqualTo(412);
        assertThat(compute.json().at("/error/details").isMissingNode()).isTrue();
        assertThat(compute.message())
                .isEqualTo("Etag provided in if-match header \"invalid-etag\" does not match etag \"1\" of resource.");
    }

    @Test
    void computeEtagsCountChanges() {
        String set = COMPUTE + "virtualMachineScaleSets/vmss-a";
        ArmTestClient.Reply same = arm.put(set, arm.get(set).json());
        assertThat(same.header("ETag")).isEqualTo("\"1\"");
        ArmTestClient.Reply tags = arm.put(set + "/virtualMachines/0", json("{'tags':{'key1':'value1'}}"));
        assertThat(tags.status()).isEqualTo(200);
        assertThat(tags.header("ETag")).as("tags of an instance change nothing").isEqualTo("\"1\"");
        assertThat(tags.json().has("tags")).isFalse();
        assertThat(tags.json().at("/properties/networkProfile/networkInterfaces")).hasSize(1);
        ObjectNode changed = (ObjectNode) arm.get(set).json();
        changed.putObject("tags").put("a", "b");
        assertThat(arm.put(set, changed).header("ETag")).isEqualTo("\"2\"");
    }

    @Test
    void aNewModelLeavesInstancesBehindUntilTheyAreWritten() {
        String set = COMPUTE + "virtualMachineScaleSets/vmss-a";
        ObjectNode model = (ObjectNode) arm.get(set).json();
        ((ObjectNode) model.at("/properties/virtualMachineProfile")).put("licenseType", "None");
        arm.put(set, model);
        assertThat(arm.get(set + "/virtualMachines/0").json().at("/properties/latestModelApplied").asBoolean())
                .isFalse();
        simulator.machines().scale(set, 2);
        assertThat(arm.get(set + "/virtualMachines/1").json().at("/properties/latestModelApplied").asBoolean())
                .isTrue();
    }

    @Test
    void anAvailabilitySetIsMadeWith200AndHasNeitherEtagNorState() {
        ArmTestClient.Reply made = arm.put(COMPUTE + "availabilitySets/as",
                json("{'location':'eastus','sku':{'name':'Aligned'}}"));
        assertThat(made.status()).isEqualTo(200);
        assertThat(made.json().has("etag")).isFalse();
        assertThat(made.json().at("/properties/provisioningState").isMissingNode()).isTrue();
    }

    @Test
    void groupsAreFoundUnderBothSpellings() {
        String group = GROUP.replace("resourceGroups/k8s", "resourcegroups/new");
        ArmTestClient.Reply made = arm.put(group, json("{'location':'East US'}"));
        assertThat(made.status()).isEqualTo(201);
        assertThat(made.json().get("id").asText()).isEqualTo(GROUP.replace("k8s", "new"));
        assertThat(arm.get(GROUP.replace("k8s", "NEW")).json()).isEqualTo(made.json());
        assertThat(arm.send("HEAD", group, "").status()).isEqualTo(204);
        ArmTestClient.Reply missing = arm.get(group + "x");
        assertThat(missing.message()).isEqualTo("Resource group 'newx' could not be found.");
        assertThat(missing.header("x-ms-failure-cause")).isEqualTo("gateway");
    }

    @Test
    void resourcesAreFoundInAnyCasingAndKeepTheirs() {
        arm.put(NETWORK + "routeTables/Mixed", json("{'location':'eastus'}"));
        JsonNode read = arm.get(NETWORK.toLowerCase(java.util.Locale.ROOT) + "ROUTETABLES/MIXED").json();
        assertThat(read.get("id").asText()).isEqualTo(NETWORK + "routeTables/Mixed");
        arm.put(NETWORK + "routeTables/mixed", json("{'location':'eastus'}"));
        assertThat(simulator.resource(NETWORK + "routetables/mixed").orElseThrow().get("name").asText())
                .isEqualTo("Mixed");
    }

    @Test
    void providersTellZonesByDisplayName() {
        JsonNode provider = arm.get(GROUP.replaceFirst("/resourceGroups.*", "/providers/Microsoft.Compute")).json();
        JsonNode machines = StreamSupport.stream(provider.get("resourceTypes").spliterator(), false)
                .filter(type -> type.get("resourceType").asText().equals("virtualMachines"))
                .findFirst()
                .orElseThrow();
        assertThat(Json.objects(machines, "zoneMappings")).anySatisfy(mapping -> {
            assertThat(mapping.get("location").asText()).isEqualTo("East US");
            assertThat(Json.texts(mapping, "zones")).containsExactlyInAnyOrder("1", "2", "3");
        });
    }
}
