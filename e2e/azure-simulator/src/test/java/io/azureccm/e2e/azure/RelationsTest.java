package io.azureccm.e2e.azure;

import static io.azureccm.e2e.azure.ArmTestClient.COMPUTE;
import static io.azureccm.e2e.azure.ArmTestClient.NETWORK;
import static io.azureccm.e2e.azure.ArmTestClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.operations.ManualClock;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.azure.wire.Json;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Derived data of one resource that depends on another. */
class RelationsTest {
    private static final String LB = NETWORK + "loadBalancers/lb";
    private static final String POOL = LB + "/backendAddressPools/pool";
    private static final String SET = COMPUTE + "virtualMachineScaleSets/vmss-a";
    private static final String VIP = NETWORK + "publicIPAddresses/vip";

    private final ManualClock clock = new ManualClock(Instant.now());
    private final AzureSimulator simulator = AzureSimulator.builder()
            .clock(clock)
            .upperCaseComputeGroups()
            .infrastructure(Infrastructure.standard().scaleSet("vmss-a", 2))
            .start();
    private final ArmTestClient arm = new ArmTestClient(simulator);

    @AfterEach
    void close() {
        assertThat(simulator.problems()).isEmpty();
        simulator.close();
    }

    private void address() {
        assertThat(arm.put(VIP, json("{'location':'eastus','sku':{'name':'Standard'},"
                + "'properties':{'publicIPAllocationMethod':'Static'}}")).status()).isEqualTo(201);
    }

    private void balancer() {
        address();
        attach();
    }

    private void attach() {
        assertThat(arm.put(LB, json("{'location':'eastus','sku':{'name':'Standard'},'properties':{"
                + "'frontendIPConfigurations':[{'name':'fe','properties':{'publicIPAddress':{'id':'" + VIP + "'}}}],"
                + "'backendAddressPools':[{'name':'pool'}],'loadBalancingRules':[{'name':'r','properties':{"
                + "'frontendIPConfiguration':{'id':'" + LB
                + "/frontendIPConfigurations/fe'},'backendAddressPool':{'id':'"
                + POOL + "'},'protocol':'Tcp','frontendPort':80,'backendPort':80}}]}}")).status()).isEqualTo(201);
    }

    private void join(int instance) {
        String path = SET + "/virtualMachines/" + instance;
        ObjectNode body = (ObjectNode) arm.get(path).json();
        ((ObjectNode) body.at("/properties/networkProfileConfiguration/networkInterfaceConfigurations/0/properties"
                + "/ipConfigurations/0/properties")).putArray("loadBalancerBackendAddressPools")
                .add(Json.idObject(POOL));
        assertThat(arm.put(path, body).status()).isEqualTo(200);
    }

    private void machine() {
        arm.put(NETWORK + "networkInterfaces/nic", json("{'location':'eastus','properties':{'ipConfigurations':[{"
                + "'name':'ip','properties':{'subnet':{'id':'" + Infrastructure.standard().subnetId()
                + "'},'loadBalancerBackendAddressPools':[{'id':'" + POOL + "'}]}}]}}"));
        arm.put(COMPUTE + "availabilitySets/as", json("{'location':'eastus'}"));
        arm.put(COMPUTE + "virtualMachines/vm", json("{'location':'eastus','properties':{'availabilitySet':{'id':'"
                + COMPUTE + "availabilitySets/as'},'networkProfile':{'networkInterfaces':[{'id':'" + NETWORK
                + "networkInterfaces/nic'}]}}}"));
    }

    @Test
    void basicAddressBecomesAStandardOneWhileNothingUsesItAndNeverGoesBack() {
        String properties = "'properties':{'publicIPAllocationMethod':'Static'}}";
        arm.put(VIP, json("{'location':'eastus','sku':{'name':'Basic'}," + properties));
        String value = arm.get(VIP).json().at("/properties/ipAddress").asText();
        arm.put(LB, json("{'location':'eastus','sku':{'name':'Basic'},'properties':{'frontendIPConfigurations':["
                + "{'name':'fe','properties':{'publicIPAddress':{'id':'" + VIP + "'}}}]}}"));
        JsonNode standard = json("{'location':'eastus','sku':{'name':'Standard'}," + properties);
        assertThat(arm.put(VIP, standard).json().at("/error/code").asText())
                .isEqualTo("SkuCannotBeChangedOnUpdate");

        arm.delete(LB);
        assertThat(arm.put(VIP, standard).status()).isEqualTo(200);
        assertThat(arm.get(VIP).json().at("/sku/name").asText()).isEqualTo("Standard");
        assertThat(arm.get(VIP).json().at("/properties/ipAddress").asText()).isEqualTo(value).isNotEmpty();

        assertThat(arm.put(VIP, json("{'location':'eastus','sku':{'name':'Basic'}," + properties)).status())
                .isEqualTo(400);
    }

    @Test
    void membershipSurvivesAWriteOfTheLoadBalancerThatDoesNotNameIt() {
        balancer();
        join(0);
        join(1);
        ObjectNode body = (ObjectNode) arm.get(LB).json();
        Json.objects(body, "properties", "backendAddressPools").forEach(pool -> pool.remove("properties"));
        JsonNode written = arm.put(LB, body).json();
        assertThat(written.at("/properties/backendAddressPools/0/properties/backendIPConfigurations")).hasSize(2);
        assertThat(
                written.at("/properties/backendAddressPools/0/properties/loadBalancerBackendAddresses/1/name").asText())
                .isEqualTo("ipconfig11");
    }

    @Test
    void anInterfaceLeavesThePoolOfADeletedLoadBalancer() {
        balancer();
        machine();
        assertThat(arm.get(LB).json().at("/properties/backendAddressPools/0/properties/backendIPConfigurations"))
                .hasSize(1);
        assertThat(arm.delete(LB).status()).isEqualTo(202);
        assertThat(arm.get(NETWORK + "networkInterfaces/nic")
                .json()
                .at("/properties/ipConfigurations/0/properties/loadBalancerBackendAddressPools")).isEmpty();
        assertThat(arm.get(VIP).json().at("/properties/ipConfiguration").isMissingNode()).isTrue();
    }

    @Test
    void healthOfARuleIsAcceptedAndThenShownAtItsLocation() {
        balancer();
        join(0);
        ArmTestClient.Reply accepted = arm.send("POST", LB + "/loadBalancingRules/r/health", "{}");
        assertThat(accepted.status()).isEqualTo(202);
        JsonNode health = arm.get(accepted.header("Location")).json();
        assertThat(health.path("up").asInt()).isEqualTo(1);
        assertThat(health.at("/loadBalancerBackendAddresses/0/state").asText()).isEqualTo("Up");
        assertThat(arm.send("POST", LB + "/loadBalancingRules/none/health", "{}").status()).isEqualTo(404);
    }

    @Test
    void backendOfARuleIsUpWhileItsMachineRunsAndItsProbeIsAnswered() {
        balancer();
        ObjectNode probed = (ObjectNode) arm.get(LB).json();
        ((ObjectNode) probed.path("properties")).putArray("probes")
                .add(json("{'name':'p','properties':{'protocol':'Tcp',"
                        + "'port':80,'intervalInSeconds':5,'probeThreshold':1}}"));
        ((ObjectNode) probed.at("/properties/loadBalancingRules/0/properties")).set("probe",
                Json.idObject(LB + "/probes/p"));
        assertThat(arm.put(LB, probed).status()).isEqualTo(200);
        join(0);
        String machine = SET + "/virtualMachines/0";
        String address = arm.get(machine + "/networkInterfaces")
                .json()
                .at("/value/0/properties/ipConfigurations/0/properties/privateIPAddress")
                .asText();

        assertThat(stateOfTheBackend()).isEqualTo("Up");
        simulator.probes().set(address, false);
        clock.advance(Duration.ofSeconds(5));
        assertThat(stateOfTheBackend()).isEqualTo("Down");
        simulator.probes().set(address, true);
        clock.advance(Duration.ofSeconds(5));
        assertThat(stateOfTheBackend()).isEqualTo("Up");
        simulator.machines().power(machine, "deallocated");
        assertThat(stateOfTheBackend()).isEqualTo("Down");
    }

    @Test
    void machineWithItsOwnInterfaceIsUpWhileItRuns() {
        balancer();
        machine();
        assertThat(stateOfTheBackend()).isEqualTo("Up");
        simulator.machines().power(COMPUTE + "virtualMachines/vm", "deallocated");
        assertThat(stateOfTheBackend()).isEqualTo("Down");
    }

    private String stateOfTheBackend() {
        ArmTestClient.Reply accepted = arm.send("POST", LB + "/loadBalancingRules/r/health", "{}");
        return arm.get(accepted.header("Location")).json().at("/loadBalancerBackendAddresses/0/state").asText();
    }

    @Test
    void migrationTurnsInterfacesIntoAddresses() {
        balancer();
        join(0);
        machine();
        ArmTestClient.Reply reply = arm.send("POST", LB + "/migrateToIpBased", "{\"pools\":[\"pool\"]}");
        assertThat(reply.status()).isEqualTo(200);
        assertThat(Json.texts(reply.json(), "migratedPools")).containsExactly("pool");
        JsonNode pool = arm.get(POOL).json().get("properties");
        assertThat(pool.has("backendIPConfigurations")).isFalse();
        assertThat(pool.findValuesAsText("ipAddress")).containsExactlyInAnyOrder("10.240.0.4", "10.240.0.6");
        assertThat(arm.get(SET + "/virtualMachines/0").json().findValues("loadBalancerBackendAddressPools").getFirst())
                .isEmpty();
    }

    @Test
    void computeMayWriteGroupsInUpperCase() {
        balancer();
        machine();
        JsonNode machine = arm.get(COMPUTE + "virtualMachines/vm").json();
        assertThat(machine.at("/properties/availabilitySet/id").asText()).contains("/resourceGroups/K8S/");
        assertThat(arm.get(machine.get("id").asText()).status()).isEqualTo(200);
    }

    @Test
    void powerActionsShowInTheInstanceView() {
        String instance = SET + "/virtualMachines/1";
        ArmTestClient.Reply reply = arm.send("POST", instance + "/deallocate", "");
        assertThat(reply.status()).isEqualTo(202);
        assertThat(arm.get(instance + "?$expand=instanceView")
                .json()
                .at("/properties/instanceView/statuses/1/code")
                .asText()).isEqualTo("PowerState/deallocated");
        arm.send("POST", instance + "/start", "");
        assertThat(arm.get(instance + "/instanceView").json().at("/statuses/1/code").asText())
                .isEqualTo("PowerState/running");
    }

    @Test
    void theMetadataOfAMachineBehindALoadBalancerTellsTheFrontend() {
        balancer();
        join(0);
        JsonNode body = arm
                .send("GET", "/machines/vmss-a000000/metadata/loadbalancer?format=json", "", "Metadata", "true")
                .json();
        assertThat(body.at("/loadbalancer/publicIpAddresses/0/frontendIpAddress").asText())
                .isEqualTo(arm.get(VIP).json().at("/properties/ipAddress").asText());
        assertThat(body.at("/loadbalancer/publicIpAddresses/0/privateIpAddress").asText()).isEqualTo("10.240.0.4");
    }

    @Test
    void instancesCanHavePublicAddressesOfTheirOwn() {
        ObjectNode set = (ObjectNode) arm.get(SET).json();
        ((ObjectNode) set
                .at("/properties/virtualMachineProfile/networkProfile/networkInterfaceConfigurations/0/properties"
                        + "/ipConfigurations/0/properties"))
                .putObject("publicIPAddressConfiguration")
                .put("name", "pub");
        ((ObjectNode) set.get("sku")).put("capacity", 3);
        arm.put(SET, set);
        JsonNode nic = arm.get(SET + "/virtualMachines/2/networkInterfaces/vmss-a-nic").json();
        String id = nic.at("/properties/ipConfigurations/0/properties/publicIPAddress/id").asText();
        JsonNode address = arm.get(id.toLowerCase(java.util.Locale.ROOT) + "?api-version=2018-10-01").json();
        assertThat(address.at("/properties/ipAddress").asText()).matches("20\\.51\\.\\d+\\.\\d+");
        assertThat(arm.get(SET + "/virtualMachines/0/networkInterfaces/vmss-a-nic")
                .json()
                .at("/properties/ipConfigurations/0/properties/publicIPAddress")
                .isMissingNode()).isTrue();
        assertThat(arm.get(SET + "/networkInterfaces?api-version=2018-10-01").json().get("value")).hasSize(3);
    }

    @Test
    void subnetsGroupsAndTablesKnowTheirUsers() {
        JsonNode subnet = arm.get(Infrastructure.standard().subnetId()).json();
        assertThat(subnet.at("/properties/ipConfigurations")).hasSize(2);
        for (String user : new String[]{"networkSecurityGroups/k8s-nsg", "routeTables/k8s-rt"})
            assertThat(arm.get(NETWORK + user).json().at("/properties/subnets/0/id").asText())
                    .isEqualTo(Infrastructure.standard().subnetId());
        assertThat(simulator.machines().scale(SET, 0)).isEmpty();
        assertThat(
                arm.get(Infrastructure.standard().subnetId()).json().at("/properties/ipConfigurations").isMissingNode())
                .isTrue();
    }

    @Test
    void theEtagOfAPublicAddressChangesWhenItIsAttached() {
        address();
        String before = arm.get(VIP).header("ETag");
        attach();
        assertThat(arm.get(VIP).header("ETag")).isNotEqualTo(before);
    }
}
