package io.azureccm.common.boot.preflight;

import io.azureccm.common.config.options.App;
import io.azureccm.common.config.value.ConfigProblem;
import io.azureccm.common.config.value.ConfigProblem.Severity;
import io.azureccm.common.config.value.NearestName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;

/**
 * Checks whether each active Spring profile has an effect. A profile that is neither built in nor has a user's file, part of
 * a file or group is reported, with the nearest known name.
 */
public final class ActiveProfiles {
    public static final String AGENT = "agent";
    /** The built-in profiles of every app. */
    static final List<String> KNOWN = List.of("public", "china", "usgov", "azure-stack", "tenants", AGENT,
            "debug");
    private static final String ACTIVE = "spring.profiles.active";
    private static final String ON_PROFILE = "spring.config.activate.on-profile";
    private static final String GROUP = "spring.profiles.group.";

    private ActiveProfiles() {}

    /** Warnings only: a profile whose file is still missing does no harm. */
    public static List<ConfigProblem> problems(ConfigurableEnvironment environment, App app) {
        List<ConfigProblem> problems = new ArrayList<>();
        for (String profile : environment.getActiveProfiles()) {
            if (profile.equals(AGENT) && app != App.NODE) {
                problems.add(warning("profile \"" + AGENT + "\" is for the node-controller; here it disables the"
                        + " port that probes and metrics need"));
            } else if (!KNOWN.contains(profile) && !isBrought(profile, environment)) {
                problems.add(warning("there is no profile \"" + profile + "\", it has no effect"
                        + NearestName.hint(profile, KNOWN) + "; known profiles are " + String.join(", ", KNOWN)
                        + ", and your own profiles with a file application-" + profile + ".yml"));
            }
        }
        return problems;
    }

    private static boolean isBrought(String profile, ConfigurableEnvironment environment) {
        return environment.getPropertySources().stream().anyMatch(source -> isFor(profile, source));
    }

    /**
     * Spring names a property source after its file, {@code application-NAME.yml}; a part of a file declares its profile
     * itself.
     */
    private static boolean isFor(String profile, PropertySource<?> source) {
        return source.getName().contains("-" + profile + ".")
                || String.valueOf(source.getProperty(ON_PROFILE)).contains(profile)
                || source instanceof EnumerablePropertySource<?> listed && Arrays.stream(listed.getPropertyNames())
                        .anyMatch(name -> name.equals(GROUP + profile) || name.startsWith(GROUP + profile + "["));
    }

    private static ConfigProblem warning(String message) {
        return new ConfigProblem(Severity.WARNING, "profiles", ACTIVE, message);
    }
}
