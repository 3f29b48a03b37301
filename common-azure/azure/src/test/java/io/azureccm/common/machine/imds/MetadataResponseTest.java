package io.azureccm.common.machine.imds;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.machine.Machine.Group;
import io.azureccm.common.machine.Machine.Interconnect;
import io.azureccm.common.machine.Machine.Kind;
import io.azureccm.common.machine.MachineAddress;
import io.azureccm.common.machine.MachineLookup;
import java.io.IOException;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MetadataResponseTest {
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");
    private static final String INSTANCE = """
            {'compute':{'resourceId':'/subscriptions/s/resourceGroups/Rg/providers/Microsoft.Compute/virtualMachineScaleSets/p/virtualMachines/3',
              'location':'westeurope','vmSize':'Standard_B2s','zone':'2','platformFaultDomain':'1','platformSubFaultDomain':'7','vmId':'v',
              'tagsList':[{'name':'Platform_Interconnect_Group','value':'g1'},{'name':'other','value':'x'}]},
             'network':{'interface':[
              {'ipv4':{'ipAddress':[{'privateIpAddress':'10.0.0.4','publicIpAddress':''},{'privateIpAddress':'10.0.0.5'}]},
               'ipv6':{'ipAddress':[{'privateIpAddress':'fd00::4','publicIpAddress':''}]}},
              {'ipv4':{'ipAddress':[{'privateIpAddress':'10.0.9.9','publicIpAddress':'20.9.9.9'}]}}]}}""";
    private static final String BALANCER = """
            {'loadbalancer':{'publicIpAddresses':[{'frontendIpAddress':'20.1.1.9','privateIpAddress':'10.0.0.9'},
              {'frontendIpAddress':'20.1.1.1','privateIpAddress':'10.0.0.4'},
              {'frontendIpAddress':'[2603::1]','privateIpAddress':'[fd00::4]'}]}}""";

    private static ObjectNode json(String text) throws IOException {
        return (ObjectNode) new ObjectMapper().readTree(text.replace('\'', '"'));
    }

    @Test
    void theFirstAddressOfEachFamilyCountsWithWhatItsLoadBalancerShows() throws IOException {
        JsonNode instance = json(INSTANCE);

        assertThat(MetadataResponse.needsBalancer(instance)).isTrue();
        assertThat(new MetadataResponse(instance, json(BALANCER), NOW).lookup()).isInstanceOfSatisfying(
                MachineLookup.Found.class, found -> {
                    assertThat(found.addresses()).containsExactly(new MachineAddress("10.0.0.4", false, "20.1.1.1"),
                            new MachineAddress("fd00::4", true, "2603::1"));
                    assertThat(found.machine().kind()).isEqualTo(Kind.UNIFORM);
                    assertThat(found.machine().placement().zone()).isEqualTo("2");
                    assertThat(found.machine().placement().group())
                            .isEqualTo(new Group("", "7", new Interconnect("g1", "g1")));
                    assertThat(found.machine().faultDomain()).contains("1");
                });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                                                                | g1 | g1
            'interconnectGroupId':'A','interconnectSubgroupId':'B'            | A  | B
            'interconnectGroupId':'A'                                         | A  | ''
            'interconnectSubgroupId':'B'                                      | '' | B
            'interconnectGroupId':'','interconnectSubgroupId':'B'             | '' | B
            'interconnectGroupId':'','interconnectSubgroupId':''              | g1 | g1
            'interconnectGroupId':null,'interconnectSubgroupId':7             | g1 | g1
            """, quoteCharacter = '"')
    void propertiesOfAnInterconnectAreNeverMixedWithItsTag(String properties, String group, String subgroup)
            throws IOException {
        ObjectNode instance = json(INSTANCE);
        ((ObjectNode) instance.get("compute"))
                .setAll(json("{" + (properties.equals("''") ? "" : properties) + "}"));

        assertThat(group(instance).interconnect())
                .isEqualTo(new Interconnect(group.replace("'", ""), subgroup.replace("'", "")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'physicalZone':'westeurope-AZ01'} | westeurope-AZ01
            {'physicalZone':''}                | ''
            {'physicalZone':null}              | ''
            {'physicalZone':['a']}             | ''
            {}                                 | ''
            """, quoteCharacter = '"')
    void aPhysicalZoneThatTheServiceDoesNotKnowIsNoError(String compute, String zone) throws IOException {
        ObjectNode instance = json(INSTANCE);
        ((ObjectNode) instance.get("compute")).setAll(json(compute));

        assertThat(group(instance).physicalZone()).isEqualTo(zone.replace("'", ""));
    }

    private static Group group(ObjectNode instance) throws IOException {
        return ((MachineLookup.Found) new MetadataResponse(instance, json("{}"), NOW).lookup()).machine()
                .placement()
                .group();
    }

    @Test
    void aPublicAddressOfItsOwnNeedsNoLoadBalancer() throws IOException {
        ObjectNode instance = json(INSTANCE);
        ((ObjectNode) instance.at("/network/interface/0/ipv4/ipAddress/0")).put("publicIpAddress", "20.5.5.5");

        assertThat(MetadataResponse.needsBalancer(instance)).isFalse();
        assertThat(new MetadataResponse(instance, json(BALANCER), NOW).lookup()).isInstanceOfSatisfying(
                MachineLookup.Found.class,
                found -> assertThat(found.addresses().getFirst().publicIp()).isEqualTo("20.5.5.5"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/loadBalancers/lb",
            "web-1",
            "/subscriptions/s"})
    void aMachineWithoutAnIdIsNotCompleteYet(String id) throws IOException {
        ObjectNode instance = json(INSTANCE);
        ((ObjectNode) instance.get("compute")).put("resourceId", id);

        assertThat(new MetadataResponse(instance, json("{}"), NOW).lookup())
                .isInstanceOf(MachineLookup.Incomplete.class);
    }

    @Test
    void theServiceSaysWhetherTheMachineHasAFaultDomain() throws IOException {
        ObjectNode instance = json(INSTANCE);
        ((ObjectNode) instance.get("compute")).put("platformFaultDomain", "");

        assertThat(new MetadataResponse(instance, json("{}"), NOW).lookup()).isInstanceOfSatisfying(
                MachineLookup.Found.class, found -> assertThat(found.machine().faultDomain()).contains(""));
    }

    @Test
    void aMachineWithoutAnAddressIsNotCompleteYet() throws IOException {
        ObjectNode instance = json(INSTANCE);
        instance.remove("network");

        assertThat(new MetadataResponse(instance, json("{}"), NOW).lookup())
                .isInstanceOf(MachineLookup.Incomplete.class);
    }
}
