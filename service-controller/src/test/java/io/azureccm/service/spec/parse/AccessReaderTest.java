package io.azureccm.service.spec.parse;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.common.core.tenant.TenantPolicy.AdditionalAddresses;
import io.azureccm.service.spec.AccessSpec;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may reach a Service: all settings, how mistakes are handled, and the notices for the user. */
class AccessReaderTest {
    private static final String PREFIX = "service.beta.kubernetes.io/";
    private static final String RANGES = PREFIX + "azure-allowed-ip-ranges";
    private static final String OLD_RANGES = PREFIX + "load-balancer-source-ranges";
    private static final String TAGS = PREFIX + "azure-allowed-service-tags";
    private static final String DESTINATIONS = PREFIX + "azure-allowed-destination-ip-ranges";
    private static final String NO_FLOATING_IP = PREFIX + "azure-disable-load-balancer-floating-ip";
    private static final String DENY = PREFIX + "azure-deny-all-except-load-balancer-source-ranges";

    /** Columns: internal, spec.loadBalancerSourceRanges, the two annotations, tags, resulting sources, deny-all rule. */
    @ParameterizedTest(name = "internal={0} spec={1} allowed={2} source-ranges={3} tags={4}: {5} deny={6}")
    @CsvSource(delimiter = '|', nullValues = "-", value = {
            // no settings
            "false|-|-|-|-|Internet|false", "true|-|-|-|-||false",
            // ranges of the spec
            "false|10.1.0.0/16,192.168.4.0/24|-|-|-|10.1.0.0/16 192.168.4.0/24|false",
            "true|10.1.0.0/16|-|-|-|10.1.0.0/16|false", "false|' 10.1.0.0/16 '|-|-|-|10.1.0.0/16|false",
            // ranges of the annotations are one list
            "false|-|10.1.0.0/16|-|-|10.1.0.0/16|false", "false|-|-|10.1.0.0/16|-|10.1.0.0/16|false",
            "false|-|'10.9.0.0/16, 2001:db8::/32'|10.1.0.0/16|-|10.1.0.0/16 10.9.0.0/16 2001:db8::/32|false",
            // blanks of other alphabets and of web pages are blanks, too
            "false|-|'10.1.0.0/16,\u00a010.9.0.0/16\u3000'|-|-|10.1.0.0/16 10.9.0.0/16|false",
            "false|'\u00a010.1.0.0/16'|-|-|-|10.1.0.0/16|false",
            "'true\u00a0'|-|-|-|'\u2003AzureCloud'|AzureCloud|false",
            // contained ranges are removed, siblings are merged
            "false|-|10.0.0.0/8|10.1.0.0/16|-|10.0.0.0/8|false",
            "false|-|10.0.0.0/16,10.1.0.0/16|-|-|10.0.0.0/15|false",
            // all addresses, as one range and as two halves
            "false|0.0.0.0/0|-|-|-|0.0.0.0/0|false", "true|0.0.0.0/0|-|-|-|0.0.0.0/0|false",
            "false|::/0|-|-|-|::/0|false", "false|0.0.0.0/0,::/0|-|-|-|0.0.0.0/0 ::/0|false",
            "false|0.0.0.0/1,128.0.0.0/1|-|-|-|0.0.0.0/0|false",
            // service tags, alone and together with ranges
            "false|-|-|-|AzureCloud|AzureCloud|false", "true|-|-|-|AzureCloud|AzureCloud|false",
            "false|-|-|-|' AzureCloud , VirtualNetwork,AzureCloud'|AzureCloud VirtualNetwork|false",
            "false|-|10.1.0.0/16|-|AzureCloud|AzureCloud 10.1.0.0/16|false",
            "false|-|0.0.0.0/0|-|AzureCloud|AzureCloud 0.0.0.0/0|false",
            // mistakes: valid ranges are used, all other traffic is denied
            "false|10.0.0.1/8|-|-|-||true", "false|10.1.0.0/16,nonsense|-|-|-|10.1.0.0/16|true",
            "false|-|10.1.0.0/16,|-|-|10.1.0.0/16|true", "false|-|''|-|-||true", "true|-|' '|-|-||true",
            "false|-|10.1.0.0/16|1.2.3.4|-|10.1.0.0/16|true", "false|-|0.0.0.0/0,x|-|-|0.0.0.0/0|true",
            "false|-|x|-|AzureCloud|AzureCloud|true",
            // a setting without a valid range contradicts none
            "false|10.1.0.0/16|''|-|-|10.1.0.0/16|true", "false|10.1.0.0/16|-|x|-|10.1.0.0/16|true",
            "false|10.0.0.1/8|10.1.0.0/16|-|-|10.1.0.0/16|true", "true|x|y|-|-||true"})
    void sourcesFollowFromAllSettingsTogether(String internal, String spec, String allowed, String old,
            String tags,
            String sources, boolean denyAll) {
        ServiceSpec intent = parse(spec, PREFIX + "azure-load-balancer-internal", internal, RANGES, allowed,
                OLD_RANGES, old, TAGS, tags);
        assertThat(intent.mistake()).isEmpty();
        assertThat(intent.address().internal()).isEqualTo(internal.startsWith("true"));
        assertThat(sources(intent.access())).isEqualTo(sources == null ? "" : sources);
        assertThat(intent.access().denyAll()).isEqualTo(denyAll);
    }

    @ParameterizedTest(name = "deny={0} ranges={1} tags={2}: {3}")
    @CsvSource(delimiter = '|', nullValues = "-", value = {"true|10.1.0.0/16|-|true", "TRUE|10.1.0.0/16|-|true",
            "true|0.0.0.0/0|-|true", "false|10.1.0.0/16|-|false", "-|10.1.0.0/16|-|false", "true|-|-|false",
            "true|-|AzureCloud|false"})
    void denyAllNeedsARangeBesideTheAnnotation(String deny, String ranges, String tags, boolean denyAll) {
        assertThat(parse(null, DENY, deny, RANGES, ranges, TAGS, tags).access().denyAll()).isEqualTo(denyAll);
        assertThat(parse(ranges, DENY, deny, TAGS, tags).access().denyAll()).isEqualTo(denyAll);
    }

    @ParameterizedTest
    @ValueSource(strings = {RANGES, OLD_RANGES})
    void rangesInSpecAndAnnotationContradictEachOther(String key) {
        ServiceSpec intent = parse("10.0.0.0/8", key, "10.0.0.0/8");
        assertThat(intent.mistake().orElseThrow().stage()).isEqualTo(Stage.ACCESS);
        assertThat(intent.mistake().orElseThrow().refusal().code()).isEqualTo("ConflictingConfiguration");
        assertThat(intent.mistake().orElseThrow().refusal().message())
                .contains("cannot set both spec.LoadBalancerSourceRanges and service annotation " + key);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "AzureCloud,", ",AzureCloud"})
    void emptyServiceTagStopsAccessAndNeverOpensTheService(String tags) {
        ServiceSpec intent = parse(null, TAGS, tags);
        assertThat(intent.mistake().orElseThrow().stage()).isEqualTo(Stage.ACCESS);
        assertThat(intent.mistake().orElseThrow().refusal().message()).contains(TAGS, "list of non-empty service tags");
        assertThat(intent.access().serviceTags()).doesNotContain("Internet");
    }

    @Test
    void rangesThatCannotBeUsedAreNamed() {
        assertThat(parse("10.0.0.1/8,10.1.0.0/16,x").notices()).singleElement().satisfies(notice -> {
            assertThat(notice.reason()).isEqualTo("InvalidSourceRanges");
            assertThat(notice.type()).isEqualTo(Notice.Type.WARNING);
            assertThat(notice.inCondition()).isTrue();
            assertThat(notice.source()).isEqualTo(Notice.Source.AZURE);
            assertThat(notice.message())
                    .isEqualTo("spec.loadBalancerSourceRanges contains invalid ranges, which are ignored (a"
                            + " range is an address, a slash and the number of leading bits, with all other bits zero, such as"
                            + " 10.1.0.0/16): \"10.0.0.1/8\", \"x\". Allowed are \"10.1.0.0/16\"; all other traffic is denied");
        });
        assertThat(parse(null, RANGES, "10.1.0.0/16,y", OLD_RANGES, "z").notices()).singleElement()
                .satisfies(notice -> {
                    assertThat(notice.reason()).isEqualTo("InvalidAllowedIPRanges");
                    assertThat(notice.message()).contains(RANGES, OLD_RANGES, "\"y\", \"z\"");
                });
    }

    /** Columns: internal, families, ranges, tags, whether rules are disabled, reasons of the notices, end of each message. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", value = {
            "false|IPv4|x|-|-|InvalidSourceRanges|No range is left: ALL traffic to the Service is denied",
            "true|IPv4|x|-|-|InvalidSourceRanges|No range is left: ALL traffic to the Service is denied",
            "false|IPv4|x|AzureCloud|-|InvalidSourceRanges ConflictConfiguration|"
                    + "Allowed are \"AzureCloud\"; all other traffic is denied",
            "false|IPv4|x|-|true|InvalidSourceRanges|In force are the other rules of the security group alone, because"
                    + " annotation service.beta.kubernetes.io/azure-disable-load-balancer-nsg-rule is \"true\"",
            "true|IPv4|2001:db8::/32|-|-|IPRangeFamilyMismatch|\"2001:db8::/32\". No range is left: NO rule allows traffic to"
                    + " the Service; the default rules of the security group let the virtual network in, and nobody else",
            "false|IPv6|10.1.0.0/16,2001:db8::/32|-|-|IPRangeFamilyMismatch|\"10.1.0.0/16\". Allowed are \"2001:db8::/32\"",
            "false|IPv4|2001:db8::/32,x|-|-|InvalidSourceRanges IPRangeFamilyMismatch|"
                    + "No range is left: ALL traffic to the Service is denied",
            "false|IPv4,IPv6|10.1.0.0/16,2001:db8::/32|-|-||"})
    void accessThatIsInForceIsToldWhenRangesAreIgnored(boolean internal, String families, String ranges, String tags,
            String disabled, String reasons, String end) {
        Service service = service(ranges, PREFIX + "azure-load-balancer-internal", "" + internal, TAGS, tags,
                PREFIX + "azure-disable-load-balancer-nsg-rule", disabled);
        service.getSpec().setIpFamilies(List.of(families.split(",")));
        List<Notice> notices = parser().parse(service, 1).notices();
        assertThat(notices).extracting(Notice::reason)
                .containsExactlyInAnyOrderElementsOf(reasons == null ? List.of() : List.of(reasons.split(" ")));
        assertThat(notices).filteredOn(Notice::inCondition)
                .allMatch(notice -> notice.type() == Notice.Type.WARNING && notice.message().endsWith(end));
    }

    @Test
    void accessInForceIsToldHoweverManyRangesAreInvalid() {
        String many = IntStream.range(0, 400).mapToObj(i -> "10.0." + i + ".1/8").collect(Collectors.joining(","));
        assertThat(parse(many).notices()).singleElement()
                .satisfies(notice -> assertThat(notice.message())
                        .contains("\"10.0.4.1/8\" and 395 more")
                        .endsWith("No range is left: ALL traffic to the Service is denied"));
    }

    @Test
    void rangesOfTheSpecBesideServiceTagsAreUsedAndItIsTold() {
        ServiceSpec intent = parse("10.1.0.0/16", TAGS, "AzureCloud");
        assertThat(sources(intent.access())).isEqualTo("AzureCloud 10.1.0.0/16");
        assertThat(intent.notices()).singleElement().satisfies(notice -> {
            assertThat(notice.reason()).isEqualTo("ConflictConfiguration");
            assertThat(notice.type()).isEqualTo(Notice.Type.WARNING);
        });
        assertThat(parse(null, RANGES, "10.1.0.0/16", TAGS, "AzureCloud").notices()).isEmpty();
    }

    @Test
    void noticeOfARefusedServiceDoesNotSayThatItsRangesAreInForce() {
        ServiceSpec intent = parse("10.0.0.1/8,10.2.0.0/16", RANGES, "10.1.0.0/16");
        assertThat(intent.mistake()).isPresent();
        assertThat(intent.notices()).singleElement()
                .satisfies(notice -> assertThat(notice.message())
                        .endsWith("\"10.0.0.1/8\". In force is what was before, until the Service is corrected"));
    }

    /** kube-proxy only serves the families of the Service, at whatever address a packet arrives. */
    @Test
    void additionalAddressDoesNotGiveTheServiceAnotherFamily() {
        assertThat(parse("2001:db8::/32", PREFIX + "azure-additional-public-ips", "2603::1").notices())
                .extracting(Notice::reason)
                .containsExactly("IPRangeFamilyMismatch");
    }

    /** Columns: whether floating IP is disabled, value, resulting destinations, reasons of the notices. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", value = {"true|10.240.0.0/16|10.240.0.0/16|",
            "true|' 10.240.1.0/24 , 10.240.0.0/24 '|10.240.0.0/23|", "true|10.1.2.3/32|10.1.2.3/32|",
            "true|10.240.0.0/16,fd00:10:244::/64|10.240.0.0/16 fd00:10:244::/64|IPRangeFamilyMismatch", "true|-||",
            "true|' '||", "false|10.240.0.0/16||UnclearAnnotation", "-|10.240.0.0/16||UnclearAnnotation"})
    void destinationsAreReadForServicesWithoutFloatingIp(String disabled, String value, String destinations,
            String reasons) {
        ServiceSpec intent = parse(null, NO_FLOATING_IP, disabled, DESTINATIONS, value);
        assertThat(intent.mistake()).isEmpty();
        assertThat(intent.access().destinations().stream().map(Object::toString).collect(Collectors.joining(" ")))
                .isEqualTo(destinations == null ? "" : destinations);
        assertThat(intent.notices()).extracting(Notice::reason)
                .containsExactlyElementsOf(reasons == null ? List.of() : List.of(reasons));
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "10.240.0.1/16", "10.240.0.4", "10.240.0.0/16,", "0.0.0.0/0", "10.240.0.0/16,::/0"})
    void invalidDestinationsAreRefused(String value) {
        for (String disabled : List.of("true", "false")) {
            ServiceSpec intent = parse(null, NO_FLOATING_IP, disabled, DESTINATIONS, value);
            assertThat(intent.mistake().orElseThrow().stage()).isEqualTo(Stage.ACCESS);
            assertThat(intent.mistake().orElseThrow().refusal().message()).startsWith(
                    "annotation " + DESTINATIONS + "=\"" + value + "\": must be ranges of the nodes' addresses");
        }
    }

    @Test
    void destinationsAreRefusedWhereServicesMayNotNameAddresses() {
        SpecSettings settings = new SpecSettings(true, false, 10256, "/healthz",
                new TenantPolicy(AdditionalAddresses.NONE, TenantPolicy.Sharing.ANYWHERE, Optional.empty(), true),
                LoadBalancerClass.NONE);
        ServiceSpec intent = new ServiceSpecParser(settings)
                .parse(service(null, NO_FLOATING_IP, "true", DESTINATIONS, "10.240.0.0/16"), 1);
        assertThat(intent.mistake().orElseThrow().refusal().message())
                .contains("switched off in this cluster (azureccm.tenants.additional-public-ips)");
    }

    @Test
    void serviceThatGoesIsNeitherStoppedNorWarned() {
        Service service = service("10.0.0.1/8", RANGES, "10.0.0.0/8", TAGS, "", DESTINATIONS, "x");
        service.getMetadata().setDeletionTimestamp("2026-01-02T00:00:00Z");
        service.getMetadata().setFinalizers(List.of(LoadBalancerClass.SHARED_FINALIZER));
        ServiceSpec intent = parser().parse(service, 1);
        assertThat(intent.mistake()).isEmpty();
        assertThat(intent.notices()).isEmpty();
    }

    private static String sources(AccessSpec access) {
        List<String> sources = new ArrayList<>(access.serviceTags());
        access.ranges().forEach(range -> sources.add(range.toString()));
        return String.join(" ", sources);
    }

    private static ServiceSpec parse(String specRanges, String... annotations) {
        return parser().parse(service(specRanges, annotations), 1);
    }

    private static ServiceSpecParser parser() {
        return new ServiceSpecParser(new SpecSettings(true, false, 10256, "/healthz",
                TenantPolicy.DEFAULT, LoadBalancerClass.NONE));
    }

    /** Annotations as pairs of key and value; those without a value are left out. */
    private static Service service(String specRanges, String... annotations) {
        Service service = Serialization.unmarshal(
                "---\n{apiVersion: v1, kind: Service, metadata: {name: web, namespace: shop, uid: u, annotations: {}}, "
                        + "spec: {type: LoadBalancer, ports: [{port: 80, protocol: TCP, nodePort: 30080}]}}",
                Service.class);
        if (specRanges != null)
            service.getSpec().setLoadBalancerSourceRanges(List.of(specRanges.split(",")));
        for (int i = 0; i < annotations.length; i += 2) {
            if (annotations[i + 1] != null)
                service.getMetadata().getAnnotations().put(annotations[i], annotations[i + 1]);
        }
        return service;
    }
}
