package io.azureccm.e2e.azure;

import static io.azureccm.e2e.azure.ArmTestClient.COMPUTE;
import static io.azureccm.e2e.azure.ArmTestClient.NETWORK;
import static io.azureccm.e2e.azure.ArmTestClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.azure.store.ResourceStore;
import io.azureccm.e2e.azure.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Seeds, state, snapshots, pages, metadata and the control API. */
class StateTest {
    private static final String SET = COMPUTE + "virtualMachineScaleSets/vmss-a";

    @TempDir
    private Path directory;
    private AzureSimulator simulator = AzureSimulator.builder()
            .pageSize(2)
            .infrastructure(Infrastructure.standard().scaleSet("vmss-a", 5))
            .start();
    private final ArmTestClient arm = new ArmTestClient(simulator);

    @AfterEach
    void close() {
        simulator.close();
    }

    @Test
    void aSeedFileNamesAnEstateAndResources() throws IOException {
        Path file = Files.writeString(directory.resolve("seed.yaml"), """
                infrastructure:
                  resourceGroup: mine
                  location: westeurope
                  scaleSets:
                    - {name: pool, count: 2, zones: ["1", "2"]}
                    - {name: flex, count: 1, flexible: true}
                resources:
                  - id: /subscriptions/s/resourceGroups/other/providers/Microsoft.Network/publicIPAddresses/vip
                    location: westeurope
                    sku: {name: Standard}
                """);
        try (AzureSimulator seeded = AzureSimulator.builder().seed(file).start()) {
            assertThat(seeded.state().values()).extracting(resource -> resource.get("type").asText())
                    .containsOnlyOnce("Microsoft.Compute/virtualMachines", "Microsoft.Network/publicIPAddresses")
                    .contains("Microsoft.Compute/virtualMachineScaleSets/virtualMachines");
            assertThat(seeded.resource("/subscriptions/s/resourcegroups/OTHER/providers/microsoft.network/"
                    + "publicipaddresses/VIP").orElseThrow().at("/properties/ipAddress").asText()).isNotEmpty();
            assertThat(seeded.problems()).isEmpty();
        }
    }

    @Test
    void aSeedCanBringFaultsAndLatencies() {
        simulator.seed(json("{'faults':[{'verb':'GET','type':'routeTables','count':1,'action':'refuse','status':418,"
                + "'code':'Teapot'}],'latencies':{'rules':[{'verb':'PUT','type':'routeTables','time':'1h'}]}}"));
        assertThat(arm.get(NETWORK + "routeTables/k8s-rt").code()).isEqualTo("Teapot");
        assertThat(arm.get(NETWORK + "routeTables/k8s-rt").status()).isEqualTo(200);
        assertThat(arm.put(NETWORK + "routeTables/k8s-rt", json("{'location':'eastus'}"))
                .json()
                .at("/properties/provisioningState")
                .asText()).isEqualTo("Updating");
    }

    @Test
    void anAddressThatMovesWithinALoadBalancerWhileItIsWrittenIsNoProblem() {
        String balancer = "{'location':'eastus','sku':{'name':'Standard'},'properties':{'frontendIPConfigurations':"
                + "[{'name':'%s','properties':{'subnet':{'id':'" + Infrastructure.standard().subnetId() + "'}}}]}}";
        arm.put(NETWORK + "loadBalancers/lb", json(balancer.formatted("before")));
        simulator.seed(json("{'latencies':{'rules':[{'verb':'PUT','type':'loadBalancers','time':'1h'}]}}"));
        assertThat(arm.put(NETWORK + "loadBalancers/lb", json(balancer.formatted("after")))
                .json()
                .at("/properties/provisioningState")
                .asText()).isEqualTo("Updating");
        assertThat(simulator.problems()).isEmpty();
    }

    @Test
    void anAddressThatAnotherGotAfterACreationFailedIsNotTheFirstOnesAnyMore() {
        ObjectNode balancer = json("{'location':'eastus','sku':{'name':'Standard'},'properties':{"
                + "'frontendIPConfigurations':[{'name':'fe','properties':{'subnet':{'id':'"
                + Infrastructure.standard().subnetId() + "'}}}]}}");
        simulator.seed(json("{'faults':[{'verb':'PUT','type':'loadBalancers','count':1,'action':'failOperation',"
                + "'code':'InternalServerError'}]}"));
        for (String name : List.of("lb", "other", "lb"))
            arm.put(NETWORK + "loadBalancers/" + name, balancer.deepCopy());
        assertThat(simulator.faults().all().getFirst().fired()).isEqualTo(1);
        assertThat(simulator.problems()).isEmpty();
    }

    @Test
    void instancesOfASeedKeepTheirAddressesAndPowerStates() {
        simulator.close();
        simulator = AzureSimulator.builder().infrastructure(Infrastructure.standard()).start();
        ObjectNode set = (ObjectNode) Infrastructure.standard().scaleSet("vmss-a", 1).resources().get(3);
        ObjectNode instance = json("{'id':'" + SET + "/virtualMachines/0','_ip':'10.240.0.77','properties':{"
                + "'instanceView':{'platformFaultDomain':2,'statuses':[{'code':'PowerState/stopped'}]}}}");
        Json.properties(instance)
                .set("networkProfileConfiguration",
                        set.at("/properties/virtualMachineProfile/networkProfile").deepCopy());
        simulator.seed(Json.array().add(instance).add(set));
        ArmTestClient seeded = new ArmTestClient(simulator);
        assertThat(seeded.get(SET + "/virtualMachines").json().get("value")).hasSize(1);
        assertThat(seeded.get(SET + "/virtualMachines/0/networkInterfaces/vmss-a-nic")
                .json()
                .at("/properties/ipConfigurations/0/properties/privateIPAddress")
                .asText()).isEqualTo("10.240.0.77");
        assertThat(seeded.get(SET + "/virtualMachines/0/instanceView").json().at("/statuses/0/code").asText())
                .isEqualTo("PowerState/stopped");
        assertThat(seeded.get(SET + "/virtualMachines/0").json().at("/properties/instanceView").isMissingNode())
                .isTrue();
    }

    @Test
    void aSeedThatCannotBeLoadedSaysWhy() {
        assertThatThrownBy(() -> simulator.seed(Json.parse("[{\"location\":\"x\"}]"))).hasMessageContaining("no id");
        assertThatThrownBy(() -> simulator.seed(Json.parse("[{\"id\":\"/foo\"}]"))).hasMessageContaining("/foo");
        assertThatThrownBy(() -> simulator.seed(Json.array().add(Json.idObject(NETWORK + "spaceships/x"))))
                .hasMessageContaining("not simulated");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'estate':{'scaleSets':[]}}                             | unknown member 'estate' of the seed; known are infrastructure, resources,
            {'infrastrucure':{'scaleSets':[]}}                      | unknown member 'infrastrucure' of the seed (did you mean 'infrastructure'?)
            {'infrastructure':{'scalesets':[]}}                     | unknown member 'scalesets' of infrastructure (did you mean 'scaleSets'?)
            {'infrastructure':{'scaleSets':[{'capacity':3}]}}       | unknown member 'capacity' of a scale set
            {'infrastructure':{'machines':[{'availabilityset':1}]}} | did you mean 'availabilitySet'?
            {'resources':{'id':'/x'}}                               | resources of the seed are not a list
            """)
    void whatNobodyReadsInASeedIsAnError(String seed, String message) {
        assertThatThrownBy(() -> simulator.seed(json(seed))).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void listsComeInPagesWhoseLinksKeepTheQuestion() {
        List<String> names = new ArrayList<>();
        String next = SET + "/virtualMachines?$expand=instanceView";
        int pages = 0;
        while (!next.isEmpty()) {
            JsonNode page = arm.get(next).json();
            page.get("value").forEach(item -> {
                names.add(item.get("name").asText());
                assertThat(item.at("/properties/instanceView/statuses")).isNotEmpty();
            });
            next = Json.textOr(page, "", "nextLink");
            assertThat(next.isEmpty() || next.startsWith(simulator.httpUrl()) && next.contains("api-version="))
                    .isTrue();
            pages++;
        }
        assertThat(names).containsExactly("vmss-a_0", "vmss-a_1", "vmss-a_2", "vmss-a_3", "vmss-a_4");
        assertThat(pages).isEqualTo(3);
    }

    @Test
    void instanceTenComesAfterInstanceNine() {
        simulator.machines().scale(SET, 12);
        assertThat(simulator.machines().instances(SET)).last().asString().endsWith("/11");
    }

    @Test
    void aSnapshotBringsEverythingBack() {
        var before = simulator.state();
        ResourceStore.Snapshot moment = simulator.snapshot();
        simulator.machines().scale(SET, 1);
        arm.delete(NETWORK + "routeTables/k8s-rt");
        assertThat(simulator.state()).isNotEqualTo(before);
        simulator.restore(moment);
        assertThat(simulator.state()).isEqualTo(before);
        assertThat(simulator.problems()).isEmpty();
    }

    @Test
    void twoSimulatorsWithTheSameSeedAndRequestsAreEqual() {
        try (AzureSimulator twin = AzureSimulator.builder()
                .infrastructure(Infrastructure.standard().scaleSet("vmss-a", 5))
                .start()) {
            for (AzureSimulator each : List.of(simulator, twin))
                new ArmTestClient(each).put(NETWORK + "publicIPAddresses/one",
                        json("{'location':'eastus','sku':{'name':'Standard'},"
                                + "'properties':{'publicIPAllocationMethod':'Static'}}"));
            String id = NETWORK + "publicIPAddresses/one";
            assertThat(twin.resource(id)).isEqualTo(simulator.resource(id));
        }
    }

    @Test
    void metadataKnowsTheMachineThatAsks() {
        String instance = "/machines/vmss-a000003/metadata/instance?format=json&api-version=";
        ArmTestClient.Reply reply = arm.send("GET", instance + "2021-10-01", "", "Metadata", "True");
        assertThat(reply.json().at("/compute/physicalZone").isMissingNode()).isTrue();
        assertThat(reply.json().at("/compute/vmScaleSetName").asText()).isEqualTo("vmss-a");
        assertThat(reply.json().at("/compute/resourceId").asText()).isEqualTo(SET + "/virtualMachines/3");
        assertThat(reply.json().at("/network/interface/0/ipv4/ipAddress/0/privateIpAddress").asText())
                .isEqualTo("10.240.0.7");
        assertThat(arm.send("GET", "/metadata/instance", "").status()).isEqualTo(400);
        ArmTestClient.Reply newer = arm.send("GET", instance + "2099-01-01", "", "Metadata", "True");
        assertThat(newer.status()).isEqualTo(400);
        assertThat(newer.json().at("/newest-versions/0").asText()).isEqualTo("2025-04-07");
        assertThat(arm.send("GET", instance + "2025-04-07", "", "Metadata", "True")
                .json()
                .at("/compute")
                .has("physicalZone")).isTrue();
        assertThat(arm.send("GET", "/machines/vmss-a000003/metadata/loadbalancer", "", "Metadata", "True").status())
                .isEqualTo(404);
        assertThat(simulator.calls().counters().metadata()).isEqualTo(5);
    }

    @Test
    void theControlApiSteersAndThePageShows() {
        assertThat(arm.send("POST", "/_sim/power?id=" + SET + "/virtualMachines/2&state=deallocated", "").status())
                .isEqualTo(200);
        assertThat(arm.get(SET + "/virtualMachines/2/instanceView").json().at("/statuses/1/code").asText())
                .isEqualTo("PowerState/deallocated");
        assertThat(arm.send("POST", "/_sim/scale?id=" + SET + "&count=6", "").json()).hasSize(6);
        arm.send("PUT", "/_sim/snapshots/one", "");
        arm.send("POST", "/_sim/remove?id=" + SET + "/virtualMachines/2", "");
        assertThat(simulator.machines().instances(SET)).hasSize(5);
        arm.send("POST", "/_sim/restore/one", "");
        assertThat(simulator.machines().instances(SET)).hasSize(6);
        assertThat(arm.get("/_sim/state").json()).hasSize(simulator.state().size());
        assertThat(arm.get("/_sim/counters").json().get("reads").asInt()).isEqualTo(1);
        assertThat(arm.get("/_sim/calls?last=1").json().at("/0/type").asText())
                .isEqualTo("virtualMachineScaleSets/virtualMachines/instanceView");
        arm.delete("/_sim/calls");
        assertThat(simulator.calls().counters().reads()).isZero();
        assertThat(arm.get("/_sim/nonsense").status()).isEqualTo(404);
        assertThat(arm.send("POST", "/_sim/scale?id=" + SET, "").message()).contains("count");
        assertThat(arm.get("/").raw().body()).contains("<h1>Azure simulator</h1>").contains("vmss-a, 6 instances");
    }
}
