package io.azureccm.e2e.azure;

import static io.azureccm.e2e.azure.ArmTestClient.COMPUTE;
import static io.azureccm.e2e.azure.ArmTestClient.NETWORK;
import static io.azureccm.e2e.azure.ArmTestClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.seed.Infrastructure;
import io.azureccm.e2e.azure.wire.Json;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class InfrastructureTest {
    private final AzureSimulator simulator = AzureSimulator.builder()
            .infrastructure(Infrastructure.standard().scaleSet("vmss-a", 3, "1", "2", "3"))
            .start();
    private final ArmTestClient arm = new ArmTestClient(simulator);

    @AfterEach
    void close() {
        simulator.close();
    }

    @Test
    void aScaleSetOfTheEstateHasInstancesWithAddressesAndZones() {
        JsonNode instances = arm.get(COMPUTE + "virtualMachineScaleSets/vmss-a/virtualMachines?$expand=instanceView")
                .json()
                .get("value");
        assertThat(instances).hasSize(3);
        assertThat(instances.get(1).at("/properties/osProfile/computerName").asText()).isEqualTo("vmss-a000001");
        assertThat(instances.get(1).at("/zones/0").asText()).isEqualTo("2");
        assertThat(instances.get(1).at("/properties/instanceView/statuses/1/code").asText())
                .isEqualTo("PowerState/running");
        JsonNode nic = arm
                .get(COMPUTE + "virtualMachineScaleSets/vmss-a/virtualMachines/1/networkInterfaces/vmss-a-nic")
                .json();
        assertThat(nic.at("/properties/ipConfigurations/0/properties/privateIPAddress").asText())
                .isEqualTo("10.240.0.5");
        assertThat(nic.has("location")).isFalse();
        assertThat(simulator.problems()).isEmpty();
    }

    @Test
    void powerStatesAreListedForASubscriptionButNotForAGroup() {
        arm.put(NETWORK + "networkInterfaces/nic-1", json("{'location':'eastus','properties':{'ipConfigurations':"
                + "[{'name':'ip','properties':{'subnet':{'id':'" + NETWORK
                + "virtualNetworks/k8s-vnet/subnets/k8s-subnet'}}}]}}"));
        arm.put(COMPUTE + "virtualMachines/vm-1", json("{'location':'eastus','properties':{'networkProfile':"
                + "{'networkInterfaces':[{'id':'" + NETWORK + "networkInterfaces/nic-1'}]}}}"));
        String subscription = COMPUTE.substring(0, COMPUTE.indexOf("/resourceGroups"));

        JsonNode all = arm.get(subscription + "/providers/Microsoft.Compute/virtualMachines?statusOnly=true").json();
        JsonNode group = arm.get(COMPUTE + "virtualMachines?statusOnly=true").json();

        assertThat(all.at("/value/0/properties/instanceView/statuses/1/code").asText()).isEqualTo("PowerState/running");
        assertThat(group.at("/value/0/properties/instanceView").isMissingNode()).isTrue();
    }

    @Test
    void publicAddressesOfInstancesAreListedForTheirScaleSet() {
        ObjectNode set = (ObjectNode) arm.get(COMPUTE + "virtualMachineScaleSets/vmss-a").json();
        ((ObjectNode) set.at("/properties/virtualMachineProfile/networkProfile/networkInterfaceConfigurations/0"
                + "/properties/ipConfigurations/0/properties")).putObject("publicIPAddressConfiguration")
                .put("name", "pip");
        ((ObjectNode) set.get("sku")).put("capacity", 4);
        arm.put(COMPUTE + "virtualMachineScaleSets/vmss-a", set);

        JsonNode listed = arm.get(COMPUTE + "virtualMachineScaleSets/vmss-a/publicipaddresses").json().get("value");

        assertThat(listed).hasSize(1);
        assertThat(listed.get(0).get("id").asText()).isEqualTo(COMPUTE + "virtualMachineScaleSets/vmss-a"
                + "/virtualMachines/3/networkInterfaces/vmss-a-nic/ipConfigurations/ipconfig1/publicIPAddresses/pip");
        assertThat(listed.get(0).at("/properties/ipAddress").asText()).isNotEmpty();
    }

    @Test
    void aScaleSetThatLosesAnInstanceHasAnotherCapacityAndAnotherEtag() {
        String path = COMPUTE + "virtualMachineScaleSets/vmss-a";
        JsonNode before = arm.get(path).json();

        simulator.machines().remove(path + "/virtualMachines/1");

        JsonNode after = arm.get(path).json();
        assertThat(after.at("/sku/capacity").asInt()).isEqualTo(before.at("/sku/capacity").asInt() - 1);
        assertThat(after.get("etag")).isNotEqualTo(before.get("etag"));
        assertThat(simulator.machines().instances(path)).hasSize(2);
    }

    @Test
    void anInstanceThatJoinsAPoolIsSeenInTheLoadBalancerWithANewEtag() {
        arm.put(NETWORK + "loadBalancers/lb", json("{'location':'eastus','sku':{'name':'Standard'},"
                + "'properties':{'backendAddressPools':[{'name':'pool'}]}}"));
        String before = Json.textOr(arm.get(NETWORK + "loadBalancers/lb").json(), "", "etag");
        String path = COMPUTE + "virtualMachineScaleSets/vmss-a/virtualMachines/2";
        ObjectNode instance = (ObjectNode) arm.get(path).json();
        ((ObjectNode) instance.at("/properties/networkProfileConfiguration/networkInterfaceConfigurations/0/properties"
                + "/ipConfigurations/0/properties")).putArray("loadBalancerBackendAddressPools")
                .add(Json.idObject(NETWORK + "loadBalancers/lb/backendAddressPools/pool"));
        assertThat(arm.put(path, instance).status()).isEqualTo(200);

        JsonNode balancer = arm.get(NETWORK + "loadBalancers/lb").json();
        JsonNode pool = balancer.at("/properties/backendAddressPools/0/properties");
        String member = path + "/networkInterfaces/vmss-a-nic/ipConfigurations/ipconfig1";
        assertThat(pool.at("/backendIPConfigurations/0/id").asText()).isEqualTo(member);
        assertThat(pool.at("/loadBalancerBackendAddresses/0/properties/networkInterfaceIPConfiguration/id").asText())
                .isEqualTo(member);
        assertThat(Json.textOr(balancer, "", "etag")).isNotEqualTo(before);
        assertThat(arm.get(path).json().at("/properties/modelDefinitionApplied").asText()).isEqualTo("VirtualMachine");
        assertThat(arm.delete(NETWORK + "loadBalancers/lb").code())
                .isEqualTo("LoadBalancerInUseByVirtualMachineScaleSet");
        assertThat(simulator.problems()).isEmpty();
    }

    @Test
    void machinesOfTheEstateHaveInterfacesAndAreListedByTheirAvailabilitySet() {
        Infrastructure infrastructure = Infrastructure.standard().machine("lone").availabilitySet("as", 2);
        simulator.seed(Json.object().set("resources", infrastructure.resources()));

        JsonNode nic = arm.get(infrastructure.interfaceId("lone")).json();
        assertThat(nic.at("/properties/virtualMachine/id").asText()).isEqualTo(infrastructure.machineId("lone"));
        assertThat(nic.at("/properties/ipConfigurations/0/properties/privateIPAddress").asText()).startsWith("10.240.");
        assertThat(arm.get(COMPUTE + "availabilitySets/as")
                .json()
                .at("/properties/virtualMachines")
                .findValuesAsText("id"))
                .containsExactlyInAnyOrder(infrastructure.machineId("as-0"), infrastructure.machineId("as-1"));
        assertThat(simulator.problems()).isEmpty();
    }

    @Test
    void callsAreCountedByKindVerbAndType() {
        arm.get(NETWORK + "loadBalancers");
        arm.put(NETWORK + "publicIPAddresses/one", json("{'location':'eastus','sku':{'name':'Standard'},"
                + "'properties':{'publicIPAllocationMethod':'Static'}}"));
        String operation = arm.delete(NETWORK + "publicIPAddresses/one").header("Azure-AsyncOperation");
        assertThat(arm.get(operation).json().get("status").asText()).isEqualTo("Succeeded");
        assertThat(simulator.calls().counters().reads()).isEqualTo(1);
        assertThat(simulator.calls().counters().writes()).isEqualTo(2);
        assertThat(simulator.calls().counters().polls()).isEqualTo(1);
        assertThat(simulator.calls().counters().of("PUT", "publicIPAddresses")).isEqualTo(1);
        assertThat(simulator.calls().counters().of("LIST", "loadBalancers")).isEqualTo(1);
    }
}
