package io.azureccm.common.boot.standby;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Exchanges the app of a process for its light standby, and back. The standby gets the command of the app, to run it again,
 * and the environment of the app; options for the JVM of the app are kept under other names.
 */
final class StandbySwitch {
    private static final String COMMAND = "STANDBY_APP_COMMAND";
    private static final String KEPT = "STANDBY_APP_";
    private static final List<String> OPTIONS = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS");

    private StandbySwitch() {}

    /** Runs the standby with these arguments for Java and these further variables. Returns only if that fails. */
    static IOException toStandby(List<String> arguments, Map<String, String> variables) {
        try {
            List<String> app = ProcessReplacement.ownCommand();
            Map<String, String> with = new HashMap<>(variables);
            String joined = app.stream().map(each -> each + '\0').collect(Collectors.joining());
            with.put(COMMAND, Base64.getEncoder().encodeToString(joined.getBytes(StandardCharsets.ISO_8859_1)));
            for (String option : OPTIONS) {
                String value = System.getenv(option);
                if (value != null)
                    with.put(KEPT + option, value);
            }
            List<String> command = new ArrayList<>(List.of(app.getFirst()));
            arguments.forEach(each -> command.add(ProcessReplacement.bytes(each)));
            return ProcessReplacement.replace(command, ProcessReplacement.environment(OPTIONS, with));
        } catch (IOException failed) {
            return failed;
        }
    }

    /** Runs the app again, with these further variables. Returns only if that fails. */
    static IOException toApp(Map<String, String> variables) {
        try {
            List<String> command = ProcessReplacement.split(
                    new String(Base64.getDecoder().decode(System.getenv(COMMAND)), StandardCharsets.ISO_8859_1));
            Map<String, String> with = new HashMap<>(variables);
            List<String> without = new ArrayList<>(List.of(COMMAND, StandbyTask.VARIABLE));
            for (String option : OPTIONS) {
                without.add(KEPT + option);
                String value = System.getenv(KEPT + option);
                if (value != null)
                    with.put(option, value);
            }
            return ProcessReplacement.replace(command, ProcessReplacement.environment(without, with));
        } catch (IOException failed) {
            return failed;
        }
    }
}
