package io.azureccm.e2e.azure.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.management.SubResource;
import com.azure.core.management.exception.ManagementException;
import com.azure.core.util.Context;
import com.azure.resourcemanager.compute.fluent.ComputeManagementClient;
import com.azure.resourcemanager.compute.fluent.models.AvailabilitySetInner;
import com.azure.resourcemanager.compute.fluent.models.VirtualMachineInner;
import com.azure.resourcemanager.compute.fluent.models.VirtualMachineScaleSetInner;
import com.azure.resourcemanager.compute.fluent.models.VirtualMachineScaleSetVMInner;
import com.azure.resourcemanager.compute.models.ApiEntityReference;
import com.azure.resourcemanager.compute.models.AvailabilitySetUpdate;
import com.azure.resourcemanager.compute.models.HardwareProfile;
import com.azure.resourcemanager.compute.models.NetworkInterfaceReference;
import com.azure.resourcemanager.compute.models.NetworkProfile;
import com.azure.resourcemanager.compute.models.OrchestrationMode;
import com.azure.resourcemanager.compute.models.Sku;
import com.azure.resourcemanager.compute.models.UpgradeMode;
import com.azure.resourcemanager.compute.models.UpgradePolicy;
import com.azure.resourcemanager.compute.models.VirtualMachineScaleSetIpConfiguration;
import com.azure.resourcemanager.compute.models.VirtualMachineScaleSetNetworkConfiguration;
import com.azure.resourcemanager.compute.models.VirtualMachineScaleSetNetworkProfile;
import com.azure.resourcemanager.compute.models.VirtualMachineScaleSetUpdate;
import com.azure.resourcemanager.compute.models.VirtualMachineScaleSetVMProfile;
import com.azure.resourcemanager.compute.models.VirtualMachineSizeTypes;
import io.azureccm.e2e.azure.ArmTestClient;
import io.azureccm.e2e.azure.AzureSimulator;
import io.azureccm.e2e.azure.operations.Delay;
import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.e2e.azure.seed.Infrastructure;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Every compute type through the official typed client. */
class OfficialComputeClientTest {
    private static final String GROUP = "k8s";

    private final AzureSimulator simulator = AzureSimulator.builder()
            .infrastructure(Infrastructure.standard())
            .retryAfter(0)
            .pageSize(2)
            .latencies(Latencies.builder()
                    .rule("PUT", "*", Delay.NONE, Delay.ofMillis(30))
                    .rule("DELETE", "*", Delay.NONE, Delay.ofMillis(30))
                    .build())
            .start();
    private final ComputeManagementClient compute;
    private final ArmTestClient arm = new ArmTestClient(simulator);

    OfficialComputeClientTest() throws GeneralSecurityException, IOException {
        compute = new OfficialClients(simulator).compute();
    }

    @AfterEach
    void close() {
        simulator.close();
    }

    private static VirtualMachineScaleSetInner scaleSet(int capacity, OrchestrationMode mode) {
        VirtualMachineScaleSetIpConfiguration ip = new VirtualMachineScaleSetIpConfiguration().withName("ip")
                .withPrimary(true)
                .withSubnet(new ApiEntityReference().withId(Infrastructure.standard().subnetId()));
        VirtualMachineScaleSetNetworkConfiguration nic = new VirtualMachineScaleSetNetworkConfiguration()
                .withName("nic")
                .withPrimary(true)
                .withIpConfigurations(List.of(ip));
        return new VirtualMachineScaleSetInner().withLocation("eastus")
                .withOrchestrationMode(mode)
                .withSku(new Sku().withName("Standard_D2s_v3").withCapacity((long) capacity))
                .withUpgradePolicy(new UpgradePolicy().withMode(UpgradeMode.MANUAL))
                .withVirtualMachineProfile(new VirtualMachineScaleSetVMProfile().withNetworkProfile(
                        new VirtualMachineScaleSetNetworkProfile().withNetworkInterfaceConfigurations(List.of(nic))));
    }

    @Test
    void uniformScaleSetsAndTheirInstances() {
        VirtualMachineScaleSetInner made = compute.getVirtualMachineScaleSets()
                .createOrUpdate(GROUP, "set",
                        scaleSet(3, OrchestrationMode.UNIFORM));
        assertThat(made.provisioningState()).isEqualTo("Succeeded");
        assertThat(compute.getVirtualMachineScaleSetVMs()
                .list(GROUP, "set")
                .stream()
                .map(VirtualMachineScaleSetVMInner::name)).containsExactly("set_0", "set_1", "set_2");
        VirtualMachineScaleSetVMInner one = compute.getVirtualMachineScaleSetVMs().get(GROUP, "set", "1");
        assertThat(one.latestModelApplied()).isTrue();
        assertThat(one.networkProfile().networkInterfaces()).hasSize(1);
        assertThat(compute.getVirtualMachineScaleSetVMs().update(GROUP, "set", "1", one).instanceId()).isEqualTo("1");
        assertThat(compute.getVirtualMachineScaleSetVMs().getInstanceView(GROUP, "set", "1").statuses())
                .anyMatch(status -> status.code().equals("PowerState/running"));
        compute.getVirtualMachineScaleSetVMs().delete(GROUP, "set", "1");
        assertThat(compute.getVirtualMachineScaleSets().getByResourceGroup(GROUP, "set").sku().capacity()).isEqualTo(2);
        compute.getVirtualMachineScaleSets()
                .update(GROUP, "set", new VirtualMachineScaleSetUpdate()
                        .withTags(Map.of("a", "b"))
                        .withSku(new Sku().withName("Standard_D2s_v3").withCapacity(4L)));
        assertThat(compute.getVirtualMachineScaleSetVMs()
                .list(GROUP, "set")
                .stream()
                .map(VirtualMachineScaleSetVMInner::instanceId)).containsExactly("0", "2", "3", "4");
        assertThat(compute.getVirtualMachineScaleSets().list().stream().map(VirtualMachineScaleSetInner::name))
                .containsExactly("set");
        compute.getVirtualMachineScaleSets().delete(GROUP, "set");
        assertThatThrownBy(() -> compute.getVirtualMachineScaleSets().getByResourceGroup(GROUP, "set"))
                .isInstanceOf(ManagementException.class);
        assertThat(simulator.problems()).isEmpty();
    }

    @Test
    void flexibleScaleSetsAreMachinesThatPointBack() {
        VirtualMachineScaleSetInner set = compute.getVirtualMachineScaleSets()
                .createOrUpdate(GROUP, "flex",
                        scaleSet(2, OrchestrationMode.FLEXIBLE));
        List<VirtualMachineInner> machines = compute.getVirtualMachines()
                .listByResourceGroup(GROUP, "'virtualMachineScaleSet/id' eq '" + set.id() + "'", null, Context.NONE)
                .stream()
                .toList();
        assertThat(machines).hasSize(2)
                .allSatisfy(machine -> assertThat(machine.virtualMachineScaleSet().id()).isEqualTo(set.id()));
        assertThat(arm.get(machines.getFirst().networkProfile().networkInterfaces().getFirst().id()).status())
                .isEqualTo(200);
        compute.getVirtualMachines().delete(GROUP, machines.getFirst().name());
        assertThat(compute.getVirtualMachineScaleSets().getByResourceGroup(GROUP, "flex").sku().capacity())
                .isEqualTo(1);
        compute.getVirtualMachineScaleSets().delete(GROUP, "flex");
        assertThat(compute.getVirtualMachines().listByResourceGroup(GROUP).stream()).isEmpty();
        assertThat(simulator.problems()).isEmpty();
    }

    @Test
    void machinesInAnAvailabilitySet() {
        AvailabilitySetInner set = compute.getAvailabilitySets()
                .createOrUpdate(GROUP, "as",
                        new AvailabilitySetInner().withLocation("eastus")
                                .withSku(new Sku().withName("Aligned"))
                                .withPlatformFaultDomainCount(2));
        String nic = ArmTestClient.NETWORK + "networkInterfaces/nic";
        arm.put(nic, ArmTestClient.json("{'location':'eastus','properties':{'ipConfigurations':[{'name':'ip',"
                + "'properties':{'subnet':{'id':'" + Infrastructure.standard().subnetId() + "'}}}]}}"));
        VirtualMachineInner made = compute.getVirtualMachines()
                .createOrUpdate(GROUP, "vm",
                        new VirtualMachineInner().withLocation("eastus")
                                .withAvailabilitySet(new SubResource().withId(set.id()))
                                .withHardwareProfile(
                                        new HardwareProfile().withVmSize(VirtualMachineSizeTypes.STANDARD_D2S_V3))
                                .withNetworkProfile(new NetworkProfile().withNetworkInterfaces(
                                        List.of(new NetworkInterfaceReference().withId(nic).withPrimary(true)))));
        assertThat(made.vmId()).isNotBlank();
        assertThat(compute.getAvailabilitySets().getByResourceGroup(GROUP, "as").virtualMachines()).hasSize(1);
        assertThat(arm.get(nic).json().at("/properties/virtualMachine/id").asText()).isEqualTo(made.id());
        compute.getAvailabilitySets().update(GROUP, "as", new AvailabilitySetUpdate().withTags(Map.of("a", "b")));
        assertThat(compute.getAvailabilitySets().list().stream().map(AvailabilitySetInner::name)).containsExactly("as");
        assertThat(compute.getVirtualMachines().list().stream().map(VirtualMachineInner::name)).containsExactly("vm");
        assertThat(arm.delete(nic).code()).isEqualTo("NicInUse");
        compute.getVirtualMachines().delete(GROUP, "vm");
        compute.getAvailabilitySets().delete(GROUP, "as");
        assertThatThrownBy(() -> compute.getVirtualMachines().getByResourceGroup(GROUP, "vm"))
                .isInstanceOf(ManagementException.class);
    }

    @Test
    void aScaleSetWrittenInPartKeepsTheRest() {
        var sets = compute.getVirtualMachineScaleSets();
        VirtualMachineScaleSetInner made = sets.createOrUpdate(GROUP, "set",
                scaleSet(2, OrchestrationMode.UNIFORM).withTags(Map.of("a", "b")));
        VirtualMachineScaleSetInner part = new VirtualMachineScaleSetInner().withLocation("eastus")
                .withVirtualMachineProfile(new VirtualMachineScaleSetVMProfile()
                        .withNetworkProfile(made.virtualMachineProfile().networkProfile()));
        VirtualMachineScaleSetInner written = sets.createOrUpdate(GROUP, "set", part);
        assertThat(written.sku().capacity()).isEqualTo(2);
        assertThat(written.sku().name()).isEqualTo("Standard_D2s_v3");
        assertThat(written.tags()).isEqualTo(Map.of("a", "b"));
        assertThat(written.virtualMachineProfile().osProfile().computerNamePrefix())
                .isEqualTo(made.virtualMachineProfile().osProfile().computerNamePrefix());
        assertThat(written.etag()).as("nothing has changed").isEqualTo(made.etag());
    }
}
