package io.azureccm.e2e.suite.docs.walk;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The classes that a walk may name: those of the apps, of the loop, of the executor and of the cache of responses. Not named are values
 * (records that do not act, enums and what is inside of them), constructors, and the layers around a call to Azure or Kubernetes.
 */
final class TracedClasses {
    private static final String[] PACKAGES = {"io.azureccm.service", "io.azureccm.route", "io.azureccm.node",
            "io.azureccm.common.reconcile", "io.azureccm.common.exec", "io.azureccm.common.snapshot"};

    /** Records that hold what they act with. */
    private static final Pattern ACTS = Pattern
            .compile(".*(Planner|Steps|Updater|Operations|Writer|Reporter|Sorter|Scope|Audits)|ObservedStateReader"
                    + "|AzureMachineReader|ServiceConditions|DrainConditions|RefusalRetries|ResultMemory|PostponedServices");
    private static final Set<String> OF_ANY_OBJECT = Set.of("equals", "hashCode", "toString");
    /** What the virtual time asks a loop. */
    private static final Set<String> OF_TESTS = Set.of("EventLoop.inbox", "Inbox.hasEvents");

    private final Map<String, JavaClass> byName;

    TracedClasses() {
        byName = new ClassFileImporter()
                .withImportOption(location -> !location.contains("/test-classes/") && !location.contains("/test/io/")
                        && !location.contains("-tests.jar"))
                .importPackages(PACKAGES)
                .stream()
                .filter(each -> !isValue(each) && !isValue(outermost(each)))
                .filter(each -> !each.getSimpleName().equals("package-info"))
                .collect(Collectors.toMap(JavaClass::getName, each -> each));
    }

    List<String> names() {
        return byName.keySet().stream().sorted().toList();
    }

    private static boolean isValue(JavaClass each) {
        return each.isRecord() && !ACTS.matcher(each.getSimpleName()).matches() || each.isEnum();
    }

    private static JavaClass outermost(JavaClass inner) {
        return inner.getEnclosingClass().map(TracedClasses::outermost).orElse(inner);
    }

    /** The simple name of the outermost class, and the method. */
    static String label(MethodTrace.Call call) {
        String owner = call.owner().substring(call.owner().lastIndexOf('.') + 1);
        return owner.replaceFirst("\\$.*", "") + "." + call.method();
    }

    static boolean isNamed(MethodTrace.Call call) {
        return !call.method().startsWith("<") && !call.method().contains("$") && !OF_ANY_OBJECT.contains(call.method())
                && !OF_TESTS.contains(label(call));
    }
}
