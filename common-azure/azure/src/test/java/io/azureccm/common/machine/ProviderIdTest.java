package io.azureccm.common.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProviderIdTest {
    private static final String VM = "/subscriptions/S/resourceGroups/MyRG/providers/Microsoft.Compute/virtualMachines/VM1";

    @Test
    void onlyTheResourceGroupIsWrittenInLowerCase() {
        assertThat(ProviderId.of(ArmId.parse(VM))).isEqualTo(
                "azure:///subscriptions/S/resourceGroups/myrg/providers/Microsoft.Compute/virtualMachines/VM1");
    }

    @Test
    void aGroupWhoseNameIsPartOfTheIdIsTheOnlyThingThatChanges() {
        assertThat(ProviderId.of(ArmId.parse("/subscriptions/S/resourceGroups/Groups/providers/Microsoft.Compute"
                + "/virtualMachineScaleSets/Groups-pool/virtualMachines/3"))).isEqualTo(
                        "azure:///subscriptions/S/resourceGroups/groups/providers/Microsoft.Compute"
                                + "/virtualMachineScaleSets/Groups-pool/virtualMachines/3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"azure://" + VM, "azure:///SUBSCRIPTIONS/s/resourcegroups/myrg/providers/microsoft.compute/"
            + "virtualmachines/vm1"})
    void aMachineIsReadWhateverTheCase(String text) {
        assertThat(ProviderId.machine(text).orElseThrow().name()).isEqualToIgnoringCase("VM1");
    }

    @ParameterizedTest
    @CsvSource({"3,3", "pool_3,3", "POOL_12,12", "other_3,other_3"})
    void anInstanceIsKnownByItsNumberOrItsName(String written, String number) {
        assertThat(ProviderId.machine("azure:///subscriptions/S/resourceGroups/g/providers/Microsoft.Compute"
                + "/virtualMachineScaleSets/pool/virtualMachines/" + written).orElseThrow().name()).isEqualTo(number);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "azure://node-1", "aws:///i-1", "azure:///subscriptions/S/resourceGroups/g",
            "azure:///subscriptions/S/resourceGroups/g/providers/Microsoft.Network/virtualMachines/v",
            "azure:///subscriptions/S/resourceGroups/g/providers/Microsoft.Compute/virtualMachines/v/extensions/e"})
    void anythingElseIsNoMachine(String text) {
        assertThat(ProviderId.machine(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"azure://x,true", "AZURE:///subscriptions,true", "Azure://,true", "'',false", "' ',false",
            "' azure://x',false", "azure:/x,false", "azure,false", "azure-arc:///subscriptions/s,false",
            "azurestack://x,false", "vsphere://x,false", "aws:///azure://x,false"})
    void onlyTheSchemeMakesAnIdOneOfAzure(String text, boolean azure) {
        assertThat(ProviderId.isAzure(text)).isEqualTo(azure);
    }

    @ParameterizedTest
    @CsvSource({"aks-np1-26098924-vmss00000a,true", "AKS-NP1-26098924-VMSS00000A,true",
            "aks-np1-26098924-vmss0000,false",
            "worker-01,false", "abcde,false", "aks-np1-26098924-vmss0000-a,false", "x00000a,false"})
    void aScaleSetNamesItsInstancesWithItsPrefixAndSixDigits(String name, boolean may) {
        ScaleSet set = new ScaleSet(ArmId.parse(VM), "aks-np1-26098924-vmss", false, Map.of());
        assertThat(set.mayName(name)).isEqualTo(may);
    }
}
