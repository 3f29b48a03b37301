package io.azureccm.service.spec.parse;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.common.net.IpAddress;
import io.azureccm.service.spec.AddressSpec;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a Service requests its addresses. */
class AddressReaderTest {
    private static final String PREFIX = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/publicIPPrefixes/";

    @ParameterizedTest(name = "{0}: v4={1} v6={2} spec={3} -> {4}")
    @CsvSource(delimiter = '|', nullValues = "-", value = {
            "IPv4|20.1.1.1|-|-|{IPV4=20.1.1.1}",
            "IPv4|-|-|20.1.1.2|{IPV4=20.1.1.2}",
            "IPv4|20.1.1.1|-|20.1.1.2|{IPV4=20.1.1.1}",
            "IPv4|-|2603::1|-|{}",
            "IPv4|-|-|2603::1|{}",
            "IPv4|-|-|no-address|{}",
            "IPv6|-|2603::1|-|{IPV6=2603::1}",
            "IPv6|20.1.1.1|-|-|{}",
            "IPv6|-|-|2603:0:0::00AB|{IPV6=2603::ab}",
            "IPv4,IPv6|20.1.1.1|2603::1|-|{IPV4=20.1.1.1, IPV6=2603::1}",
            "IPv6,IPv4|-|2603::1|20.1.1.2|{IPV4=20.1.1.2, IPV6=2603::1}",
            "IPv4,IPv6|20.1.1.1|-|20.1.1.2|{IPV4=20.1.1.1}",
            "IPv4| |-|20.1.1.2|{IPV4=20.1.1.2}"})
    void fixedAddressIsTheAnnotationOfTheFamilyElseThatOfTheSpec(String families, String v4, String v6,
            String spec, String expected) {
        ServiceSpec intent = parse(families, spec,
                map("azure-load-balancer-ipv4", v4, "azure-load-balancer-ipv6", v6));
        assertThat(new java.util.TreeMap<>(intent.address().fixedIps())).hasToString(expected);
        assertThat(intent.mistake()).isEmpty();
    }

    @ParameterizedTest(name = "{0} {1}: {2}")
    @CsvSource(delimiter = '|', value = {
            "IPv4|10.0.0.4|external Service \"shop/web\" cannot use non-public LoadBalancer IP \"10.0.0.4\"",
            "IPv4|100.64.0.1|external Service \"shop/web\" cannot use non-public LoadBalancer IP \"100.64.0.1\"",
            "IPv4|168.63.129.16|external Service \"shop/web\" cannot use non-public LoadBalancer IP \"168.63.129.16\"",
            "IPv4|127.0.0.1|cannot use non-public LoadBalancer IP",
            "IPv4|169.254.1.1|cannot use non-public LoadBalancer IP",
            "IPv4|224.0.0.1|cannot use non-public LoadBalancer IP",
            "IPv6|fd00::1|cannot use non-public LoadBalancer IP \"fd00::1\"",
            "IPv6|fe80::1|cannot use non-public LoadBalancer IP",
            "IPv6|::1|cannot use non-public LoadBalancer IP",
            "IPv6|::ffff:20.1.1.1|has invalid LoadBalancer IP",
            "IPv6|no-address|external Service \"shop/web\" has invalid LoadBalancer IP \"no-address\""})
    void externalAddressThatCannotBeAPublicIpIsRefused(String family, String address, String message) {
        ServiceSpec intent = parse(family, address, Map.of());
        assertThat(intent.mistake().orElseThrow().stage()).isEqualTo(Stage.ADDRESS);
        assertThat(intent.mistake().orElseThrow().refusal().message()).contains(message);
        assertThat(parse(family, address, Map.of("azure-pip-name", "mine")).mistake())
                .as("a named public IP goes first")
                .isEmpty();
        assertThat(parse(family, address, Map.of("azure-pip-prefix-id", PREFIX + "p")).mistake())
                .as("a prefix goes first")
                .isEmpty();
    }

    @ParameterizedTest(name = "{0}: {1} / {2} -> {3}")
    @CsvSource(delimiter = '|', nullValues = "-", value = {
            "IPv4|a|b|{IPV4=a}", "IPv4|-|b|{}", "IPv6|a|b|{IPV6=b}", "IPv6|a|-|{IPV6=a}", "IPv6|a|' '|{IPV6=a}",
            "IPv4,IPv6|a|b|{IPV4=a, IPV6=b}", "IPv4,IPv6|a|-|{IPV4=a}", "IPv6,IPv4|-|b|{IPV6=b}", "-|a|b|{IPV4=a}"})
    void eachKeyOfAPairServesItsFamilyAndThePlainOneASingleIpv6(String families, String plain, String v6,
            String expected) {
        Map<IpFamily, String> names = parse(families, null, map("azure-pip-name", plain, "azure-pip-name-ipv6", v6))
                .address()
                .publicIpNames();
        assertThat(new java.util.TreeMap<>(names)).hasToString(expected);
    }

    @Test
    void internalServiceHasNoPublicIpToNameAndMayAskForAPrivateAddress() {
        AddressSpec address = parse("IPv4", "10.0.0.4", Map.of("azure-load-balancer-internal", "true",
                "azure-pip-name", "a", "azure-pip-prefix-id", PREFIX + "p", "azure-load-balancer-internal-subnet",
                " sub "))
                .address();
        assertThat(address.publicIpNames()).isEmpty();
        assertThat(address.publicIpPrefixes()).isEmpty();
        assertThat(address.fixedIps()).containsEntry(IpFamily.IPV4, "10.0.0.4");
        assertThat(address.subnet()).isEqualTo("sub");
    }

    @Test
    void prefixThatIsNoIdIsRefusedAndNotLookedAtBehindAName() {
        assertThat(parse("IPv4", null, Map.of("azure-pip-prefix-id", "p")).mistake().orElseThrow().refusal().message())
                .contains("azure-pip-prefix-id")
                .contains("must be the id of a public IP prefix");
        assertThat(parse("IPv4", null, Map.of("azure-pip-prefix-id", "p", "azure-pip-name", "a")).mistake()).isEmpty();
    }

    @Test
    void tagsThatSayWhoseAPublicIpIsAreLeftOutWithANoticeForEach() {
        ServiceSpec spec = parse("IPv4", null,
                Map.of("azure-pip-tags", "team=a, K8S-azure-Service=b/c,kubernetes-cluster-name=x"));
        assertThat(spec.mistake()).isEmpty();
        assertThat(spec.address().publicIpTags()).isEqualTo(Map.of("team", "a"));
        assertThat(spec.notices()).hasSize(2).allSatisfy(notice -> {
            assertThat(notice.type()).isEqualTo(Notice.Type.WARNING);
            assertThat(notice.reason()).isEqualTo("ReservedTag");
        });
        assertThat(spec.notices().getFirst().message()).contains("azure-pip-tags asks for tag \"K8S-azure-Service\"",
                "only set by the controller");
    }

    @ParameterizedTest(name = "\"{0}\" -> {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
            "\"\"|[]", "\"  \"|[]", "1.2.3.4|[1.2.3.4]", "\" 1.2.3.4 , 2603:0::00AB \"|[1.2.3.4, 2603::ab]",
            "1.2.3.4,1.2.3.4|[1.2.3.4, 1.2.3.4]"})
    void additionalAddressesAreTrimmedAndPrintedAlike(String value, String expected) {
        ServiceSpec intent = parse("IPv4", null, Map.of("azure-additional-public-ips", value));
        assertThat(intent.address().additionalIps()).hasToString(expected);
        assertThat(intent.mistake()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"1.2.3.4,|\"\"", "1.2.3.4,x|\"x\"", "1.2.3.0/24|\"1.2.3.0/24\""})
    void wrongAdditionalAddressIsRefusedWhileTheServiceIsWanted(String value, String culprit) {
        ServiceSpec intent = parse("IPv4", null, Map.of("azure-additional-public-ips", value));
        assertThat(intent.mistake().orElseThrow().stage()).isEqualTo(Stage.ACCESS);
        assertThat(intent.mistake().orElseThrow().refusal().message())
                .contains("unable to get additional public IPs: invalid service annotation "
                        + "service.beta.kubernetes.io/azure-additional-public-ips:" + value)
                .contains(culprit);
        assertThat(intent.gone().address().additionalIps()).allMatch(IpAddress::isAddress);
    }

    @Test
    void tagsArePairsAndIpTagsTellAbsentFromEmpty() {
        AddressSpec address = parse("IPv4", null,
                Map.of("azure-pip-tags", " a = b ,c=d=e,x, n= Null ", "azure-pip-ip-tags", ""))
                .address();
        assertThat(address.publicIpTags()).containsExactly(Map.entry("a", "b"), Map.entry("n", " Null "));
        assertThat(address.ipTags()).contains(Map.of());
        assertThat(parse("IPv4", null, Map.of()).address().ipTags()).isEmpty();
        assertThat(parse("IPv4", null, Map.of("azure-pip-ip-tags", "A=1,B=2,A=3")).address().ipTags())
                .contains(Map.of("A", "3", "B", "2"));
    }

    private static Map<String, String> map(String one, String first, String two, String second) {
        Map<String, String> map = new java.util.HashMap<>();
        map.put(one, first);
        map.put(two, second);
        return map;
    }

    private static ServiceSpec parse(String families, String loadBalancerIp, Map<String, String> annotations) {
        List<String> lines = new ArrayList<>();
        annotations.forEach((key, value) -> {
            if (value != null)
                lines.add("service.beta.kubernetes.io/" + key + ": \"" + value + "\"");
        });
        Service service = Serialization.unmarshal("""
                metadata: {name: web, namespace: shop, uid: 11111111-2222-3333-4444-555555555566, annotations: {%s}}
                spec: {type: LoadBalancer, ports: [{port: 80, protocol: TCP, nodePort: 30080}]%s%s}
                """.formatted(String.join(", ", lines), families == null ? "" : ", ipFamilies: [" + families + "]",
                loadBalancerIp == null ? "" : ", loadBalancerIP: \"" + loadBalancerIp + "\""), Service.class);
        return new ServiceSpecParser(new SpecSettings(true, false, 10256, "/healthz",
                TenantPolicy.DEFAULT, LoadBalancerClass.NONE)).parse(service, 1);
    }
}
