package io.azureccm.e2e.cluster.admission;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelFunctionBinding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.azureccm.e2e.cluster.network.NetworkAddress;
import io.azureccm.e2e.cluster.network.NetworkRange;

/**
 * Kubernetes' extensions of CEL, as far as they are used: find and findAll of regular expressions, IP addresses and
 * CIDR ranges.
 */
final class KubernetesFunctions {
    private static final CelType IP = OpaqueType.create("net.IP");
    private static final CelType CIDR = OpaqueType.create("net.CIDR");
    private static final CelType TEXT = SimpleType.STRING;
    private static final Map<String, Pattern> PATTERNS = new ConcurrentHashMap<>();

    static final List<CelFunctionDecl> DECLARATIONS = List.of(
            member("find", TEXT, TEXT, TEXT),
            member("findAll", ListType.create(TEXT), TEXT, TEXT),
            global("isIP", SimpleType.BOOL, TEXT),
            global("isCIDR", SimpleType.BOOL, TEXT),
            global("ip", IP, TEXT),
            global("cidr", CIDR, TEXT),
            member("family", SimpleType.INT, IP),
            member("containsIP", SimpleType.BOOL, CIDR, TEXT),
            member("masked", CIDR, CIDR));
    static final List<CelFunctionBinding> BINDINGS = List.of(
            CelFunctionBinding.from("find_k8s", String.class, String.class, KubernetesFunctions::find),
            CelFunctionBinding.from("findAll_k8s", String.class, String.class, KubernetesFunctions::findAll),
            CelFunctionBinding.from("isIP_k8s", String.class, text -> NetworkAddress.parse(text).isPresent()),
            CelFunctionBinding.from("isCIDR_k8s", String.class, text -> NetworkRange.parse(text).isPresent()),
            CelFunctionBinding.from("ip_k8s", String.class, text -> NetworkAddress.parse(text).orElseThrow()),
            CelFunctionBinding.from("cidr_k8s", String.class, text -> NetworkRange.parse(text).orElseThrow()),
            CelFunctionBinding.from("family_k8s", NetworkAddress.class, NetworkAddress::family),
            CelFunctionBinding.from("containsIP_k8s", NetworkRange.class, String.class,
                    (range, text) -> range.contains(NetworkAddress.parse(text).orElseThrow())),
            CelFunctionBinding.from("masked_k8s", NetworkRange.class, NetworkRange::masked));

    private KubernetesFunctions() {}

    private static String find(String text, String pattern) {
        Matcher matcher = compiled(pattern).matcher(text);
        return matcher.find() ? matcher.group() : "";
    }

    private static List<String> findAll(String text, String pattern) {
        List<String> found = new ArrayList<>();
        Matcher matcher = compiled(pattern).matcher(text);
        while (matcher.find())
            found.add(matcher.group());
        return found;
    }

    private static Pattern compiled(String pattern) {
        return PATTERNS.computeIfAbsent(pattern, Pattern::compile);
    }

    private static CelFunctionDecl member(String name, CelType result, CelType... arguments) {
        return CelFunctionDecl.newFunctionDeclaration(name,
                CelOverloadDecl.newMemberOverload(name + "_k8s", result, arguments));
    }

    private static CelFunctionDecl global(String name, CelType result, CelType... arguments) {
        return CelFunctionDecl.newFunctionDeclaration(name,
                CelOverloadDecl.newGlobalOverload(name + "_k8s", result, arguments));
    }
}
